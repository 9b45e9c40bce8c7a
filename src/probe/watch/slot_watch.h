/*
 * slot_watch - who overwrites a slot that owned an object.
 *
 * A function that overwrites such a slot never touches the object's count, so
 * no account can name it. Therefore a few objects of those kinds that become
 * more (growing) are followed from their birth: memory is searched for a slot
 * that holds the object, and a breakpoint set on it. When the slot holds
 * something else, or its owner is gone, and the object was not released, that
 * is written to LEDGER_LOSSES. Whether it was a loss is for the reporter to
 * say, who knows which objects were left over. While modules are imported,
 * nothing is followed: what grows then grows once.
 */
#ifndef REFTALLY_PROBE_WATCH_SLOT_WATCH_H
#define REFTALLY_PROBE_WATCH_SLOT_WATCH_H

#include "probe/stack/activations.h"

#include <stdbool.h>
#include <stdint.h>

/* Sets recorder.slot_watch if the settings ask for it. */
void slot_watch_init(void);

/*
 * While recorder.slot_watch is set: a thread has entered frame evaluation ...
 */
void slot_watch_entry(const struct thread_record *thread);

/* ... an object is born and was not counted the quick way: where calls are
 * evaluated without C in between, evaluation is entered once for all of them.
 * To be asked when watcher_pulse.quick has run down ... */
void slot_watch_long_birth(struct thread_record *thread,
                           uint64_t stack_pointer);

/* ... an object was born, while somebody is awake (watcher_pulse) ... */
void slot_watch_birth(uint32_t account);

/* ... an object whose account is marked as watched is about to change ... */
void slot_watch_change(uint32_t account, bool released);

/* (whether this one is marked for it) */
bool slot_watch_follows(uint32_t account);

/* ... the interpreter is about to let go of everything. */
void slot_watch_end(void);

/* In a forked child, breakpoints are the parent's. */
void slot_watch_forget(void);

#endif
