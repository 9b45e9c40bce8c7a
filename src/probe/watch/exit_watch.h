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

/*
 * While recorder.slot_watch is set: an evaluation begins on this thread;
 * another object may be followed from now on ...
 */
void exit_watch_entry(const struct thread_record *thread, bool begin);

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

void exit_watch_end(void);

/* In a forked child, breakpoints are the parent's. */
void exit_watch_forget(void);

#endif
