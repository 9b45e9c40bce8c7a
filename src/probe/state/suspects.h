/*
 * suspects - whether REFTALLY_SUSPECTS names types that all is to be spent on.
 */
#ifndef REFTALLY_PROBE_STATE_SUSPECTS_H
#define REFTALLY_PROBE_STATE_SUSPECTS_H

#include "probe/state/recorder.h"

#include <stdbool.h>
#include <stdint.h>

enum { SUSPECTS_PARTS = 4, SUSPECTS_PATIENCE = 128 };

static inline bool
suspects_are_named(void)
{
    const char *names = recorder.options.suspects;

    return names != NULL && names[0] != '\0';
}

/* How much of some time may be spent: one part of so many, or, for suspects, a
 * good part. */
static inline int64_t
suspects_share(int64_t time_ns, int parts)
{
    return time_ns / (suspects_are_named() ? SUSPECTS_PARTS : parts);
}

/* For how many events to wait for an object: for suspects, for more. */
static inline uint32_t
suspects_patience(uint32_t events)
{
    return suspects_are_named() ? SUSPECTS_PATIENCE * events : events;
}

#endif
