/*
 * targets - every place in an image's code that something may jump to.
 *
 * An over-approximation: a false target only costs a better tactic, a missing
 * one would break the host. It knows direct branches, code pointers in data,
 * addresses taken in code, switch tables of both kinds, and landing pads.
 * Addresses are virtual addresses of the image's file.
 */
#ifndef REFTALLY_PATCH_TARGETS_H
#define REFTALLY_PATCH_TARGETS_H

#include "arch/function.h"
#include "base/arena.h"
#include "patch/decoded.h"
#include "patch/image.h"
#include "patch/proof.h"

struct targets {
    uint64_t start, end; /* of all executable memory */
    uint8_t *bits;       /* one per byte of code */
    uint8_t *computed;   /* those of them that are not only branched to */
    uint8_t *starts;  /* instructions begin there; all bytes of unused ones */
    uint8_t *leaving; /* functions begin there that jump out of themselves */
};

/* Room for targets of [start, end) without any. False: no memory. */
bool targets_reserve(struct targets *targets, struct arena *arena,
                     uint64_t start, uint64_t end);

/* Notes the targets of a function's own branches, and its instructions. */
void targets_add_function(struct targets *targets,
                          const struct function *function);

/*
 * Functions are decoded into the arrays of `room`, where they are not kept.
 * False: no memory, or no code.
 */
bool targets_build(const struct image *image, struct decoded *decoded,
                   const struct function *room, struct arena *arena,
                   struct targets *out);

bool targets_have(const struct targets *targets, uint64_t address);

/*
 * Nobody executes start to end, nor branches there: each byte may be replaced by
 * itself.
 */
void targets_add_unused(struct targets *targets, uint64_t start, uint64_t end);

/* From now on something branches there. */
void targets_add(struct targets *targets, uint64_t address);

/* Whether something branches to a place inside of an instruction. */
bool targets_cut(const struct targets *targets, uint64_t address,
                 unsigned length);

/*
 * What they prove of a plan. What only looks like an address and leads into an
 * instruction is none, and is dropped: ask for nothing else behind this.
 */
struct proof targets_proof(struct targets *targets);

/* Whether the function that begins there jumps out of itself. */
bool targets_leave(const struct targets *targets, uint64_t address);

/* Whether an indirect jump, or an exception, may lead there. */
bool targets_have_computed(const struct targets *targets, uint64_t address);

#endif
