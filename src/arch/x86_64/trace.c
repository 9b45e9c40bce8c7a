#include "arch/trace.h"

#include "arch/x86_64/conditions.h"

bool
trace_lives_on(const struct function *function,
               const struct instruction *branch, const struct site *site)
{
    return &function->instructions[site->index] + 1 == branch &&
           (site->operation == OPERATION_STORE_REGISTER ||
            (site->operation == OPERATION_ADD && site->amount < 0)) &&
           branch->flow == FLOW_BRANCH &&
           branch->condition == CONDITION_NOT_ZERO; /* the new count */
}
