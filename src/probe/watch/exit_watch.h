/*
 * exit_watch - what functions hand up when they return.
 *
 * That a function took a reference and forgot it, or handed it to its caller who
 * did, looks alike in all accounts: in neither does the caller change a count.
 * Therefore one object at a time, of those that become more (growing), is
 * followed, and breakpoints set on the returns of calls that change its count.
 * What the processor finds there is written to LEDGER_EXITS: by how much the
 * count has changed in that call, and whether the object is in the register of
 * results, or more often in the caller's frame than before.
 */
#ifndef REFTALLY_PROBE_WATCH_EXIT_WATCH_H
#define REFTALLY_PROBE_WATCH_EXIT_WATCH_H

#include "ledger/account.h"
#include "probe/stack/native_stack.h"

#include <stdbool.h>
#include <stdint.h>

/* Where the program is. */
struct moment {
    const struct thread_record *thread;
    int32_t live; /* the innermost evaluation */
    uint64_t stack_pointer;
    uint64_t limit; /* where that evaluation's begins */
    bool enters;    /* it: there all registers are free */
};

/*
 * While recorder.slot_watch is set: a moment; another object may be followed
 * from now on ...
 */
void exit_watch_tick(const struct moment *moment, bool begin);

/* ... an object was born, the path to which starts there ... */
void exit_watch_birth(const struct thread_record *thread, uint32_t account,
                      const struct change *change,
                      const struct stack_start *start);

/* ... an object whose account is marked as watched is about to change. */
void exit_watch_change(const struct thread_record *thread, uint32_t account,
                       const struct change *change,
                       const struct stack_start *start);

/* Whether the account is marked for it. */
bool exit_watch_follows(uint32_t account);

/* Whether what is born now may be what a call returns, with the object in it. */
bool exit_watch_awaits_owners(void);

void exit_watch_end(void);

/* In a forked child, breakpoints are the parent's. */
void exit_watch_forget(void);

#endif
