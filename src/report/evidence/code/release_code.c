#include "report/evidence/code/release_code.h"

#include <stdlib.h>

#include "report/evidence/code/function_code.h"
#include "report/text/memory.h"

/* Instructions between the subtraction and the branch. */
enum { DISTANCE_MAX = 8 };

/* Whether it looks at what was stored, and at nothing else. */
static bool
is_test(const struct instruction *instruction, const struct instruction *store)
{
    return store->form == FORM_STORE_REGISTER && !instruction->has_memory &&
           instruction->touches == 0 &&
           instruction->reads == 1u << store->register_;
}

/*
 * Whether a branch depends on the flags that the instruction leaves, or that
 * the subtraction before it left.
 */
static bool
is_asked(const struct function_code *function, uint64_t address)
{
    struct instruction store, instruction;

    if (!function_code_decode(function, address, &store)) {
        return false;
    }
    instruction = store;
    for (int i = 0; i < DISTANCE_MAX; i++) {
        address += instruction.length;
        if (!function_code_decode(function, address, &instruction)) {
            return false;
        }
        if (instruction.flow != FLOW_NEXT) {
            return instruction.flow == FLOW_BRANCH;
        }
        if (!instruction.keeps_flags && !is_test(&instruction, &store)) {
            return false;
        }
    }
    return false;
}

bool
release_code_asks(struct symbols *symbols, uint32_t site)
{
    struct function_code function;
    const struct place *place = symbols_site(symbols, site);
    struct code_memory *memory =
        (struct code_memory *)memory_zeroed(1, sizeof *memory);
    bool asks = function_code_find(&function, symbols, place, memory) &&
                is_asked(&function, place->offset);

    free(memory);
    return asks;
}
