/*
 * sites - which instructions of a function may change a reference count.
 *
 * Selection is by shape alone and may be wrong in one direction only: an
 * instruction that changes another counter costs time when patched, a change
 * that is not selected is missed. What is selected and why is in sites.c.
 */
#ifndef REFTALLY_ARCH_X86_64_SITES_H
#define REFTALLY_ARCH_X86_64_SITES_H

#include "arch/x86_64/function.h"
#include "base/refcount_shape.h"

struct site {
    uint32_t index;    /* of the instruction */
    uint8_t operation; /* enum operation */
    uint8_t width;     /* bytes written */
    int32_t amount;
};

/*
 * How births are told from other stores of 1: the inlined code looks at a
 * variable of the interpreter, a switch for those who trace, before or behind
 * the store: directly, or through a slot that holds an address. That is the
 * variable's own, or the one of the structure in which it lies.
 */
struct birth_mark {
    uint64_t start, end; /* of the variable; 0: there is none in reach */
    uint64_t state;      /* of the structure; 0: it stands alone */
    const uint64_t *slots;
    size_t slot_count;
    bool behind; /* the store may come first */
};

/*
 * The variable that the code of _Py_NewReference looks at, when it lies in the
 * interpreter's state at `runtime`; 0: none found.
 */
uint64_t sites_birth_variable(const uint8_t *bytes, size_t size,
                              uint64_t address, uint64_t runtime);

/*
 * Writes the function's sites in address order to out, which holds one per
 * instruction. `flow` is scratch for function->count elements.
 */
struct site_flow {
    uint16_t loaded, origin, changed, stepped; /* registers, one bit each */
    uint16_t zero, one, immortal;              /* constants */
    uint16_t state; /* the address of birth_mark's structure */
    uint8_t marked; /* instructions for which the mark still counts */
};
size_t sites_find(const struct function *function,
                  const struct refcount_shape *shape,
                  const struct birth_mark *mark, struct site_flow *flow,
                  struct site *out);

#endif
