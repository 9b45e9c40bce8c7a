/*
 * call_choice - which of the calls that an object changes in is watched.
 *
 * One in which all changes of the object are known: it began after the object
 * was born, or since the object is followed, and has not changed it before.
 * Functions of modules come first, and then what was watched least.
 */
#ifndef REFTALLY_PROBE_WATCH_CALL_CHOICE_H
#define REFTALLY_PROBE_WATCH_CALL_CHOICE_H

#include "probe/stack/native_stack.h"
#include "probe/watch/growing.h"

#include <stddef.h>
#include <stdint.h>

enum {
    CALL_CHOICE_MAX = 32, /* of a stack up to Python code; deeper: none */
};

/* Where those calls return to that a change is in, innermost first. */
struct calls {
    const struct stack_return *returns;
    size_t count;  /* 0: not known */
    uint32_t site; /* of the change */
};

/*
 * An object of that kind is followed from now on. Calls that return to stack
 * pointers above `older` may have changed it before.
 */
void call_choice_begin(struct kind kind, uint64_t older);

/*
 * The stack ends at that pointer now: what it had beyond has returned. Up to
 * `limit` it is known to be there, and is looked at.
 */
void call_choice_returned(uint64_t stack_pointer, uint64_t limit);

/* The best of these; their count: none is left to be watched. */
size_t call_choice_best(const struct calls *calls);

/* It is watched from now on. */
void call_choice_watched(const struct stack_return *to);

/*
 * The object changes in these, at that stack pointer. They are all that return
 * to stack pointers below `limit`.
 */
void call_choice_changed(const struct calls *calls, uint64_t stack_pointer,
                         uint64_t limit);

#endif
