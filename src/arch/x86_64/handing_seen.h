/*
 * handing_seen - what was known before an instruction on the paths walked so
 * far.
 */
#ifndef REFTALLY_ARCH_X86_64_HANDING_SEEN_H
#define REFTALLY_ARCH_X86_64_HANDING_SEEN_H

#include "arch/x86_64/handing_state.h"

enum {
    HANDING_PLACES_BITS = 16,
    HANDING_PLACES = 1 << HANDING_PLACES_BITS,
    HANDING_STATES_MAX =
        HANDING_PLACES / 2, /* then the function is too large */
};

/* A table without anything to clear: what stands at a place counts if the state
 * of that number stands there. */
struct handing_seen {
    uint32_t numbers[HANDING_PLACES];
    uint32_t places[HANDING_STATES_MAX];
    struct handing_path states[HANDING_STATES_MAX];
    size_t count; /* 0: nothing was */
};

enum handing_walked {
    HANDING_NEW,
    HANDING_WALKED,
    HANDING_NO_ROOM,
};

/* Was this seen before? From now on it was. */
enum handing_walked handing_seen_add(struct handing_seen *seen,
                                     const struct handing_path *path);

#endif
