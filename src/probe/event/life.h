/*
 * life - how the account of an object ends.
 */
#ifndef REFTALLY_PROBE_EVENT_LIFE_H
#define REFTALLY_PROBE_EVENT_LIFE_H

#include <stdbool.h>
#include <stdint.h>

/* Its count never changes again, and nobody owes anything. */
void life_immortal(uint32_t account);

/* The object is gone: a balanced life if its count came down to zero. */
void life_end(uint32_t account);

/*
 * The same, unless a finalizer may bring it back. Accounts of a few that died
 * last are kept for a while, to see whether somebody releases them once more.
 */
void life_count_is_zero(uint32_t account);

/* Whether it is one of these few: its memory may be freed meanwhile. */
bool life_waits(uint64_t object);

/* Its memory is free: it is over if it died, or was lost. */
void life_freed(uint32_t account);

/* It was released when it was dead: the account stays, for that to be found. */
void life_released_again(uint32_t account);

/* Nobody looks any more whether the dead are released. */
void life_close(void);

#endif
