/*
 * flow - what registers hold of counts: a forward dataflow over basic blocks.
 *
 * A register is `loaded` when it holds a word read from memory, `changed` when
 * it derives from one by adding a small constant, and `origin` when it was
 * loaded and something changed was derived since. A register `stepped` derives
 * by adding more, or another register. Registers that hold 0, 1 or the count of
 * an immortal are followed too, for compilers that save bytes. A value that
 * waits on the stack is known by its slot, in the whole function: unoptimised
 * code keeps all of them there.
 *
 * Compilers move what is rarely executed far away, as a function of its own in
 * the eyes of the unwinder. Links carry what holds at jumps between the parts.
 */
#ifndef REFTALLY_ARCH_FLOW_H
#define REFTALLY_ARCH_FLOW_H

#include "arch/flow_state.h"

/* What holds at an address that another part jumps to. */
struct flow_link {
    uint64_t address; /* 0: free */
    struct flow_state state;
    struct flow_spills spills;
};

/*
 * A table of 2^n links; the caller's memory, zeroed. Two sets with a bit for
 * each byte of code from `start` to `end`: addresses that have a link, and those
 * whose link has learned something since the caller took the bit away.
 */
struct flow_links {
    struct flow_link *at;
    size_t mask, count;
    uint64_t start, end;
    uint8_t *known, *learned;
};

/*
 * Leaves in flow[i] what holds before instruction i. Where an indirect jump
 * leads is not known: to any instruction that nothing falls through to.
 */
void flow_solve(const struct function *function,
                const struct flow_context *context, struct flow_state *flow,
                struct flow_spills *spills);

/*
 * Whether a link into [start, end) has learned something, for the last time:
 * the code there must be solved again.
 */
bool flow_take_learned(const struct flow_links *links, uint64_t start,
                       uint64_t end);

/* Whether the instruction does not go on with the next one. */
bool flow_ends_block(const struct instruction *instruction);

#endif
