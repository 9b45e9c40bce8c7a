/*
 * numbering - which registers and slots of the stack hold the same value.
 *
 * Numbers values from the function's first instruction on, along all paths at
 * once: copies of a value have one number, and where paths meet that bring
 * different ones a new one begins.
 */
#ifndef REFTALLY_ARCH_NUMBERING_H
#define REFTALLY_ARCH_NUMBERING_H

#include "arch/decode.h"
#include "arch/handing.h"

enum {
    NUMBERING_BITS = 12,
    NUMBERING_STATES = 1 << NUMBERING_BITS, /* then the function is too large */
    NUMBERING_SLOTS = 24,
    NUMBERING_PLACES =
        REGISTER_COUNT + NUMBERING_SLOTS, /* that values can be in */
};

/*
 * A value is numbered by an instruction and one of these: the place that it is
 * in before that instruction, or the register that this one wrote.
 */
enum {
    NUMBERING_WRITTEN = NUMBERING_PLACES,
    NUMBERING_OVERWRITTEN = NUMBERING_WRITTEN + REGISTER_COUNT,
    NUMBERING_KINDS = 64
};

/* What is where before an instruction. */
struct numbering_state {
    uint64_t address; /* 0: empty */
    bool pending;
    uint32_t values[NUMBERING_PLACES];
};

struct numbering {
    const struct handing_code *code;
    uint64_t entry;
    struct numbering_state states[NUMBERING_STATES];
    uint16_t pending[NUMBERING_STATES];
    size_t pending_count;
    size_t state_count;
    int64_t slots[NUMBERING_SLOTS]; /* handing_word */
    size_t slot_count;
    bool full;
};

/* False: the function is too large, or cannot be followed. */
bool numbering_run(struct numbering *numbering, const struct handing_code *code,
                   uint64_t entry);

/* Its address is 0 where no path comes to. */
struct numbering_state *numbering_at(struct numbering *numbering,
                                     uint64_t address);

/* The value that a load from the stack finds there; 0: it is from elsewhere. */
uint32_t numbering_loads(struct numbering *numbering,
                         const struct numbering_state *state,
                         const struct instruction *load);

#endif
