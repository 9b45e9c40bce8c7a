#include "report/evidence/fault.h"

#include "report/input/ledger_load.h"
#include "report/symbols/function_names.h"
#include "report/symbols/image_names.h"

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

    return image != 0 && ledger_image_is_interpreters(ledger, image);
}

/* The C library's, where it found that memory is not as it left it, or was told
 * to abort the process: how many. */
static size_t
libc_frames(const struct ledger *ledger, const struct stack *stack)
{
    size_t count = 0;

    while (count < stack->count) {
        const struct place *place = stack->frames[count].place;

        if (place == NULL || place->image == 0 ||
            (ledger_image_at(ledger, place->image)->flags &
             (LEDGER_IMAGE_MAIN | LEDGER_IMAGE_PYTHON)) != 0) {
            break;
        }
        count++;
    }
    return count;
}

static bool
manages_memory(const struct inputs *inputs, uint32_t function)
{
    return function_name_manages_memory(
        symbols_function(inputs->symbols, function)->name);
}

bool
fault_is_in_interpreter(const struct inputs *inputs, const struct stack *stack)
{
    size_t inner = libc_frames(inputs->ledger, stack);
    bool manages = false;

    for (size_t f = inner; f < stack->count; f++) {
        const struct stack_frame *frame = &stack->frames[f];

        if (!is_interpreters(inputs->ledger, frame)) {
            return manages;
        }
        if (frame->evaluator) {
            return inner == 0 || manages;
        }
        manages = manages || manages_memory(inputs, frame->function);
    }
    return manages;
}

/* Did it fail where the interpreter disposes of an object? Stacks leave such
 * functions out. */
static bool
is_in_disposal(const struct inputs *inputs)
{
    const struct ledger *ledger = inputs->ledger;
    const struct place *place =
        stacks_place(inputs->stacks, ledger->header->fault_tag);
    struct image_file *file;
    const char *name = NULL;
    uint64_t into;

    if (place == NULL || place->image == 0 || place->count > 0 ||
        !ledger_image_is_interpreters(ledger, place->image)) {
        return false;
    }
    file = symbols_image_file(inputs->symbols, place->image);
    if (file != NULL) {
        name = image_file_symbol(file, place->offset, &into);
    }
    return name != NULL && function_name_manages_memory(name);
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

/* Is it known where it died, and was there room left on the stack? */
static bool
is_known(const struct ledger *ledger)
{
    const struct ledger_header *header = ledger->header;

    return header->fault_tag != 0 &&
           header->fault_tag < ledger_used(ledger, LEDGER_NODES) &&
           !is_overflow(header);
}

bool
fault_is_of_the_dead(const struct inputs *inputs)
{
    struct stack stack = { 0 };
    bool dead;

    if (!is_known(inputs->ledger)) {
        return false;
    }
    if (is_jump(inputs) || is_in_disposal(inputs)) {
        return true;
    }
    stacks_fill(inputs->stacks, inputs->ledger->header->fault_tag, &stack);
    dead = fault_is_in_interpreter(inputs, &stack);
    stack_clear(&stack);
    return dead;
}

bool
fault_was_given_by(const struct inputs *inputs, uint32_t function)
{
    struct stack stack = { 0 };
    bool given = false;
    size_t f;

    if (!is_known(inputs->ledger)) {
        return false;
    }
    stacks_fill(inputs->stacks, inputs->ledger->header->fault_tag, &stack);
    f = libc_frames(inputs->ledger, &stack);
    if (f < stack.count && is_interpreters(inputs->ledger, &stack.frames[f])) {
        while (!given && f < stack.count && !stack.frames[f].evaluator) {
            given = stack.frames[f++].function == function;
        }
    }
    stack_clear(&stack);
    return given;
}
