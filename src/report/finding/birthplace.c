#include "report/finding/birthplace.h"

#include "report/input/ledger_load.h"

uint32_t
birthplace_python(const struct ledger *ledger,
                  const struct ledger_account *account)
{
    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        if (ledger_entry_at(ledger, e)->tag == account->birth) {
            return ledger_entry_at(ledger, e)->python;
        }
    }
    return 0;
}

/* Not there to make objects for others. */
static bool
is_birthplace(const struct inputs *inputs, const struct stack_frame *frame)
{
    return (symbols_function(inputs->symbols, frame->function)->flags &
            (FUNCTION_ALLOCATOR | FUNCTION_GLUE)) == 0;
}

/* Code that knows of objects, and is not the interpreter. */
static bool
is_module(const struct inputs *inputs, const struct stack_frame *frame)
{
    return ledger_image_is_module(inputs->ledger, frame->place->image);
}

size_t
birthplace_frame(const struct inputs *inputs, const struct stack *stack)
{
    size_t found = stack->relevant;

    for (size_t i = 0; i < stack->relevant && !stack->frames[i].evaluator;
         i++) {
        if (!is_birthplace(inputs, &stack->frames[i])) {
            continue;
        }
        if (is_module(inputs, &stack->frames[i])) {
            return i;
        }
        found = found == stack->relevant ? i : found;
    }
    return found == stack->relevant ? 0 : found;
}
