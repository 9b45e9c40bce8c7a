/*
 * kinds - what is born alike, found without a stack.
 *
 * A kind is a type, the instruction of the birth, and where the innermost
 * Python frame is: all three are at hand. Its record in the ledger counts its
 * objects (admission.h says what for).
 */
#ifndef REFTALLY_PROBE_ADMISSION_KINDS_H
#define REFTALLY_PROBE_ADMISSION_KINDS_H

#include <stdbool.h>
#include <stdint.h>

/* Where every birth is recorded, there are no kinds. */
bool kinds_init(void);

/* The kind, which may be new; 0: there are none. */
uint32_t kinds_find(uint32_t type, uint32_t site, uint64_t position);

/*
 * The same by the address of the type, of what was remembered lately; 0: it
 * must be found.
 */
uint32_t kinds_recent(uint64_t type, uint32_t site, uint64_t position);
void kinds_remember(uint32_t kind, uint64_t type, uint32_t site,
                    uint64_t position);

/* One more is born. True: it gets an account. */
bool kinds_born(uint32_t kind, bool once);

/* The same, when it gets none; else false, and nothing was counted. */
bool kinds_leaves_out(uint32_t kind);

/* The same while the interpreter initializes itself: nobody gets one. */
void kinds_born_in_setup(uint32_t kind);

/* It has one, with the stack of its birth or 0; it will be closed. */
void kinds_opened(uint32_t kind, uint32_t account, uint32_t tag);
void kinds_closed(uint32_t account);

/* The kind of an account; 0: none. */
uint32_t kinds_of(uint32_t account);

/* The next objects of the kind get accounts: somebody follows them. */
void kinds_ask(uint32_t kind);

/* An object without an account has died; a finalizer has brought it back. */
void kinds_died(uint32_t kind);
void kinds_lives_on(uint32_t kind);

#endif
