#include "report/evidence/fault.h"

#include "report/symbols/function_names.h"

enum {
    /* So near to its stack pointer a thread has no stack left. */
    STACK_NEAR_BYTES = 1 << 18,
    /* No code is there, nor a slot of a type: who calls NULL, or what stands
     * beside it, has nobody to call. */
    FIRST_BYTES = 1 << 16,
};

static bool
is_overflow(const struct ledger_header *header)
{
    return header->fault_address + STACK_NEAR_BYTES > header->fault_stack &&
           header->fault_address < header->fault_stack + STACK_NEAR_BYTES;
}

static bool
is_interpreters(const struct ledger *ledger, const struct stack_frame *frame)
{
    uint32_t image = frame->place != NULL ? frame->place->image : 0;

    return image != 0 &&
           (ledger_image_at(ledger, image)->flags & LEDGER_IMAGE_MAIN) != 0;
}

bool
fault_is_in_interpreter(const struct inputs *inputs, const struct stack *stack)
{
    bool manages = false;

    for (size_t f = 0; f < stack->count; f++) {
        const struct stack_frame *frame = &stack->frames[f];

        if (!is_interpreters(inputs->ledger, frame)) {
            return manages;
        }
        if (frame->evaluator) {
            return true;
        }
        manages = manages ||
                  function_name_manages_memory(
                      symbols_function(inputs->symbols, frame->function)->name);
    }
    return manages;
}

/* Was what could not be accessed the next instruction? Not that of a library
 * which was unloaded meanwhile. */
static bool
is_jump(const struct inputs *inputs)
{
    const struct ledger_header *header = inputs->ledger->header;
    const struct ledger_node *node =
        ledger_node_at(inputs->ledger, header->fault_tag);
    const struct place *place = stacks_place(inputs->stacks, header->fault_tag);

    return node->kind == LEDGER_NODE_RETURN &&
           node->value - 1 == header->fault_address &&
           header->fault_address >= FIRST_BYTES &&
           (place == NULL || place->image == 0);
}

bool
fault_is_of_the_dead(const struct inputs *inputs)
{
    const struct ledger_header *header = inputs->ledger->header;
    struct stack stack = { 0 };
    bool dead;

    if (header->fault_tag == 0 ||
        header->fault_tag >= ledger_used(inputs->ledger, LEDGER_NODES) ||
        is_overflow(header)) {
        return false;
    }
    if (is_jump(inputs)) {
        return true;
    }
    stacks_fill(inputs->stacks, header->fault_tag, &stack);
    dead = fault_is_in_interpreter(inputs, &stack);
    stack_clear(&stack);
    return dead;
}
