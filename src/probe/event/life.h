/*
 * life - how the account of an object ends.
 */
#ifndef REFTALLY_PROBE_EVENT_LIFE_H
#define REFTALLY_PROBE_EVENT_LIFE_H

#include <stdint.h>

/* Its count never changes again, and nobody owes anything. */
void life_immortal(uint32_t account);

/* The object is gone: a balanced life if its count came down to zero. */
void life_end(uint32_t account);

/* The same, unless a finalizer may bring it back. */
void life_count_is_zero(uint32_t account);

#endif
