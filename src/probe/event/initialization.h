/*
 * initialization - until the interpreter is ready, changes are only counted.
 *
 * An interpreter that starts makes ten thousand objects, each in its own way:
 * looking up all those stacks takes longer than the start itself, and no leak
 * grows there. So tags begin when Py_IsInitialized() would say yes, before the
 * first module is imported for the user's sake. What is older keeps its account,
 * with the count that it had then. The same holds for any later time that the
 * program wants no stacks of (reftally_stacks).
 */
#ifndef REFTALLY_PROBE_EVENT_INITIALIZATION_H
#define REFTALLY_PROBE_EVENT_INITIALIZATION_H

#include "probe/state/recorder.h"

/* Before the first change. */
void initialization_init(void);

/* Whether changes are only counted now, though stacks are wanted. */
static inline bool
initialization_lasts(void)
{
    return recorder.tagging != recorder.stack_mode;
}

/* Whether there may be something to do for initialization_poll. */
static inline bool
initialization_is_due(void)
{
    return !recorder.initialized || initialization_lasts();
}

/* Calls this when the interpreter is ready, if that is still to come. */
void initialization_then(void (*function)(void));

/* If the interpreter is ready: that is known now, and tags begin. */
void initialization_poll(void);

#endif
