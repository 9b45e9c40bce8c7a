/*
 * births - what tells the store of a new object's 1 from other stores of 1.
 *
 * The inlined code looks at a variable of the interpreter, a switch for those
 * who trace, before or behind the store: directly, or through a slot that holds
 * an address. That is the variable's own, or the one of the structure in which
 * it lies.
 */
#ifndef REFTALLY_ARCH_BIRTHS_H
#define REFTALLY_ARCH_BIRTHS_H

#include "arch/decode.h"

struct birth_mark {
    uint64_t start, end; /* of the variable; 0: there is none in reach */
    uint64_t state;      /* of the structure; 0: it stands alone */
    const uint64_t *slots;
    size_t slot_count;
    bool behind; /* the store may come first */
};

/* Whether it leaves the structure's address in its register. */
bool births_loads_state(const struct instruction *instruction,
                        const struct birth_mark *mark);

/*
 * Whether it looks at the variable; `state` has a bit for each register that
 * holds the structure's address.
 */
bool births_is_mark(const struct instruction *instruction, uint16_t state,
                    const struct birth_mark *mark);

/*
 * The variable that the code of _Py_NewReference looks at, when it lies in the
 * interpreter's state at `runtime`; 0: none found. Then `callee` is what the
 * code calls last, where debug builds look at it, or 0.
 */
uint64_t births_variable(const uint8_t *bytes, size_t size, uint64_t address,
                         uint64_t runtime, uint64_t *callee);

#endif
