/*
 * protobuf - messages of protocol buffers, as far as a profile needs them:
 * numbers, strings and messages in messages.
 */
#ifndef REFTALLY_REPORT_TEXT_PROTOBUF_H
#define REFTALLY_REPORT_TEXT_PROTOBUF_H

#include <stddef.h>
#include <stdint.h>

/* Zeroed, it is an empty message. */
struct protobuf {
    uint8_t *bytes;
    size_t size, room;
};

void protobuf_clear(struct protobuf *message);

/* 0 is not written: it is what a reader takes a missing field for. */
void protobuf_add_number(struct protobuf *message, unsigned field,
                         uint64_t number);
void protobuf_add_text(struct protobuf *message, unsigned field,
                       const char *text);
/* Empties `part`, for the next one. */
void protobuf_add_message(struct protobuf *message, unsigned field,
                          struct protobuf *part);

#endif
