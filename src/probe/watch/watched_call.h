/*
 * watched_call - a call that changed an object's count, until it has returned.
 *
 * A breakpoint where it returns to tells what it leaves its caller; that is
 * written to LEDGER_EXITS.
 */
#ifndef REFTALLY_PROBE_WATCH_WATCHED_CALL_H
#define REFTALLY_PROBE_WATCH_WATCHED_CALL_H

#include "probe/stack/native_stack.h"
#include "probe/watch/breakpoint.h"

#include <stdbool.h>
#include <stdint.h>

struct watched_call {
    struct stack_return to;
    uint64_t object, serial;
    uint32_t account;
    uint32_t tag, frame;  /* of the first change in it */
    int64_t references;   /* before that */
    uint32_t words, held; /* of its caller's: looked at, held the object */
    uint64_t youngest; /* account when it began to be watched, by its serial */
    uint32_t events, strays;
    struct breakpoint breakpoint;
};

/* What is true when somebody looks. */
struct watched_call_now {
    uint64_t stack_pointer;
    int64_t references;
    bool sound; /* nothing happened to the object that was not seen */
};

/* Whether there is room for more exits. */
bool watched_call_may_begin(void);

/*
 * All but the last four lines of the call are filled in; `limit` is where its
 * caller's part of the stack ends. False: no breakpoint is to be had.
 */
bool watched_call_begin(struct watched_call *call, uint64_t limit);
bool watched_call_is_on(const struct watched_call *call);
void watched_call_stop(struct watched_call *call);

/* Writes down how it has returned. False: it has not, or left otherwise. */
bool watched_call_look(struct watched_call *call,
                       const struct watched_call_now *now);

#endif
