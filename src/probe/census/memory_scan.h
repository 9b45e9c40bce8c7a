/*
 * memory_scan - looks for words in memory that the host can write.
 *
 * Pages that were never touched are left alone, and so is the library's own
 * memory: it is full of addresses of objects that it does not own.
 */
#ifndef REFTALLY_PROBE_CENSUS_MEMORY_SCAN_H
#define REFTALLY_PROBE_CENSUS_MEMORY_SCAN_H

#include "probe/census/address_filter.h"

#include <stdbool.h>
#include <stdint.h>

/* Told of each aligned word in [low, high) that passes, and where it is. */
typedef void memory_word(uint64_t address, uint64_t word, void *context);

struct memory_scan {
    uint64_t low, high;
    const struct address_filter *filter; /* NULL: all pass */
    memory_word *found;
    void *context;
    bool (*is_late)(void);
    bool (*wants)(uint64_t page); /* its address; NULL: each is of interest */
    uint64_t scanned;             /* bytes so far */
    uint64_t passed;              /* those of which no page was wanted */
    uint8_t *buffer;
    uint64_t read_start, read_end; /* what stands in the buffer ... */
    const uint8_t *read;           /* ... here */
};

/* `buffer` is NULL the first time; what was read is forgotten. False: the system does not allow it. */
bool memory_scan_open(struct memory_scan *scan);
void memory_scan_close(struct memory_scan *scan);

/* Copies one word, also of what may be gone. False: it cannot be read. */
bool memory_scan_read(struct memory_scan *scan, uint64_t address,
                      uint64_t *word);

/* Of what is in the buffer; NULL: not all of it is there. */
const void *memory_scan_copy(const struct memory_scan *scan, uint64_t address,
                             uint64_t bytes);

/* False: it became late. */
bool memory_scan_range(struct memory_scan *scan, uint64_t start, uint64_t end);

#endif
