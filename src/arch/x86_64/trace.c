#include "arch/trace.h"

/* The flags are those of the new count: not zero. */
static bool
is_unequal(const uint8_t *branch)
{
    return branch[0] == 0x75 || (branch[0] == 0x0f && branch[1] == 0x85);
}

bool
trace_lives_on(const struct function *function,
               const struct instruction *branch, const struct site *site)
{
    return &function->instructions[site->index] + 1 == branch &&
           (site->operation == OPERATION_STORE_REGISTER ||
            (site->operation == OPERATION_ADD && site->amount < 0)) &&
           is_unequal(function->bytes + (branch->address - function->address));
}
