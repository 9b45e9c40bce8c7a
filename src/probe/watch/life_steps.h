/*
 * life_steps - all that happens to a few objects that become more, in order.
 *
 * An account has sums: which of the references that were taken is the one that
 * stays, they do not tell, and of Python's frames they have those of the first
 * change at a tag. So of a kind that becomes more, objects whose number is a
 * power of two or one more have all their changes written to LEDGER_STEPS.
 */
#ifndef REFTALLY_PROBE_WATCH_LIFE_STEPS_H
#define REFTALLY_PROBE_WATCH_LIFE_STEPS_H

#include "ledger/account.h"
#include "probe/stack/activations.h"

#include <stdbool.h>
#include <stdint.h>

/* Whether the object is to be followed that has just got the last account of
 * its kind. */
bool life_steps_want(uint32_t kind);

/*
 * It is followed from now on, and marked as watched until it dies, or there are
 * too many steps, or others are younger.
 */
void life_steps_begin(const struct thread_record *thread, uint32_t account);

/* An object whose account is marked as watched changes. */
void life_steps_change(const struct thread_record *thread, uint32_t account,
                       const struct change *change);

/* Whether the account is marked for it. */
bool life_steps_follow(uint32_t account);

/* What is written is kept: the interpreter lets go of everything. */
void life_steps_end(void);

/* In a forked child the ledger is another one. */
void life_steps_forget(void);

#endif
