#include "report/text/protobuf.h"

#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"

enum { WIRE_VARINT = 0, WIRE_BYTES = 2 };

void
protobuf_clear(struct protobuf *message)
{
    free(message->bytes);
    *message = (struct protobuf){ 0 };
}

static void
add_bytes(struct protobuf *message, const void *bytes, size_t size)
{
    if (message->size + size > message->room) {
        message->room = 2 * (message->size + size);
        message->bytes =
            (uint8_t *)memory_resize(message->bytes, message->room, 1);
    }
    if (size > 0) {
        memcpy(message->bytes + message->size, bytes, size);
        message->size += size;
    }
}

/* Seven bits a byte, the lowest first; the eighth says that more follow. */
static void
add_varint(struct protobuf *message, uint64_t number)
{
    uint8_t bytes[10];
    size_t size = 0;

    do {
        bytes[size] = number & 0x7f;
        number >>= 7;
        bytes[size++] |= number != 0 ? 0x80 : 0;
    } while (number != 0);
    add_bytes(message, bytes, size);
}

static void
add_counted(struct protobuf *message, unsigned field, const void *bytes,
            size_t size)
{
    add_varint(message, (uint64_t)field << 3 | WIRE_BYTES);
    add_varint(message, size);
    add_bytes(message, bytes, size);
}

void
protobuf_add_number(struct protobuf *message, unsigned field, uint64_t number)
{
    if (number != 0) {
        add_varint(message, (uint64_t)field << 3 | WIRE_VARINT);
        add_varint(message, number);
    }
}

void
protobuf_add_text(struct protobuf *message, unsigned field, const char *text)
{
    add_counted(message, field, text, strlen(text));
}

void
protobuf_add_message(struct protobuf *message, unsigned field,
                     struct protobuf *part)
{
    add_counted(message, field, part->bytes, part->size);
    part->size = 0;
}
