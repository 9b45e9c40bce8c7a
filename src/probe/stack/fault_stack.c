#include "probe/stack/fault_stack.h"

#include "arch/cpu.h"
#include "probe/stack/unwinder.h"
#include "probe/state/recorder.h"

enum { FRAMES_MAX = 32 };

static struct {
    uint64_t address, pc; /* pc 0: nothing was kept */
    struct registers registers;
} fault;

void
fault_stack_keep(uint64_t address, const void *context)
{
    if (fault.pc == 0) {
        fault.address = address;
        fault.registers = context_registers(context);
        fault.pc = context_pc(context);
    }
}

/*
 * Where the processor could not read its next instruction, somebody had called
 * what is no code, as a dead type's slot says. Nothing was done since, so that
 * the return address still is where the call left it.
 */
static enum unwinder_answer
step_back(const struct unwinder_frame *called, struct unwinder_frame *caller)
{
    *caller = *called;
    caller->stack_pointer += sizeof caller->pc;
    return unwinder_read(called->stack_pointer, &caller->pc) ? UNWINDER_STEPPED
                                                             : UNWINDER_UNKNOWN;
}

/* Returns how many; `*cut` when there would be more. */
static size_t
walk(struct unwinder_frame *frames, bool *cut)
{
    size_t count = 1;
    enum unwinder_answer answer = UNWINDER_STEPPED;
    bool jumped = fault.pc == fault.address;

    frames[0] = (struct unwinder_frame){
        .pc = fault.pc,
        .stack_pointer = fault.registers.of[REGISTER_STACK],
        .base_pointer = fault.registers.of[REGISTER_FRAME],
    };
    unwinder_begin(frames[0].stack_pointer, frames[0].stack_pointer);
    while (answer == UNWINDER_STEPPED && count < FRAMES_MAX) {
        answer = count == 1 && jumped
                     ? step_back(frames, &frames[count])
                     : unwinder_step(&frames[count - 1],
                                     count == 1 ? &fault.registers : NULL,
                                     &frames[count]);
        count += answer == UNWINDER_STEPPED;
    }
    unwinder_finish();
    *cut = answer != UNWINDER_END;
    return count;
}

void
fault_stack_enter(void)
{
    struct unwinder_frame frames[FRAMES_MAX];
    struct ledger_header *header = recorder.store.header;
    uint32_t node = 0;
    size_t count;
    bool cut;

    if (fault.pc == 0) {
        return;
    }
    header->fault_address = fault.address;
    header->fault_stack = fault.registers.of[REGISTER_STACK];
    count = walk(frames, &cut);
    if (cut) {
        node = stack_tree_native(&recorder.tree, 0, LEDGER_NODE_CUT, 0);
    }
    for (size_t i = count; i > 1; i--) {
        node = stack_tree_native(&recorder.tree, node, LEDGER_NODE_RETURN,
                                 frames[i - 1].pc);
    }
    header->fault_tag = stack_tree_native(&recorder.tree, node,
                                          LEDGER_NODE_RETURN, fault.pc + 1);
}
