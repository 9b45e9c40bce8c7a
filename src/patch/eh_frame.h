/*
 * eh_frame - function ranges and landing pads of a loaded image.
 *
 * Reads the image's own unwind tables in memory; every read is bounded by the
 * segment that holds them.
 */
#ifndef REFTALLY_PATCH_EH_FRAME_H
#define REFTALLY_PATCH_EH_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct eh_frame {
    uint64_t header;     /* address of .eh_frame_hdr, 0: none */
    uint64_t start, end; /* readable memory around it */
};

struct eh_function {
    uint64_t start, end;
    uint64_t landing_table; /* address of its LSDA, 0: none */
};

/* Where its table of functions begins, and how many that lists; 0: nowhere. */
uint64_t eh_frame_table(const struct eh_frame *table, size_t *count);

/* How many functions the table lists; 0 also for a table of another kind. */
size_t eh_frame_count(const struct eh_frame *table);

/* Function number i, in address order. False: unreadable entry. */
bool eh_frame_function(const struct eh_frame *table, size_t i,
                       struct eh_function *out);

/*
 * Calls found for each landing pad of the function: places that the exception
 * runtime jumps to.
 */
typedef void eh_landing_pad(void *context, uint64_t address);
void eh_frame_landing_pads(const struct eh_frame *table,
                           const struct eh_function *function,
                           eh_landing_pad *found, void *context);

#endif
