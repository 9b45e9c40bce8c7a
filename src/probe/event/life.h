/*
 * life - how the account of an object ends.
 */
#ifndef REFTALLY_PROBE_EVENT_LIFE_H
#define REFTALLY_PROBE_EVENT_LIFE_H

#include <stdbool.h>
#include <stdint.h>

/* How many of those that died last are kept: the same, or more if their memory
 * is given back late. False: no memory. */
bool life_init(void);

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

/* Whether its memory is free, and kept as the object left it. */
bool life_is_kept(uint64_t object);

/*
 * The memory of a tracked object is freed. Whether it is as the object left it:
 * dead, with its type, which exists; and nobody knows yet that it died too early.
 */
bool life_can_be_kept(uint64_t object);

/*
 * It is kept: who changes its count from now on does so too late. The count
 * itself becomes one that nobody brings to zero again: it must not be taken
 * apart a second time, with what others hold.
 */
void life_keep(uint64_t object);

/* Nobody looks at it any more. False: somebody has used it, and may again, so
 * that its memory should stay. */
bool life_end_keeping(uint64_t object);

/* Its memory is free: it is over if it died, or was lost. */
void life_freed(uint32_t account);

/* It was released when it was dead, or taken when its memory was free: the
 * account stays, for that to be found. */
void life_used_again(uint32_t account);

/* Nobody looks any more whether the dead are released. */
void life_close(void);

#endif
