/*
 * peek - a word of memory that may not be there.
 */
#ifndef REFTALLY_PROBE_STATE_PEEK_H
#define REFTALLY_PROBE_STATE_PEEK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Reads it by the kernel, in half a microsecond. False: it is not there. Where
 * the kernel refuses to help it is read like any other word.
 */
bool peek64(uint64_t address, uint64_t *word);

#endif
