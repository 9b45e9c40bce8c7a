#include "report/evidence/code/release_code.h"

#include "arch/decode.h"
#include "report/evidence/code/function_code.h"

/* Instructions between the subtraction and the branch. */
enum { DISTANCE_MAX = 8 };

static uint32_t
bit(uint8_t number)
{
    return number < REGISTER_COUNT ? 1u << number : 0;
}

/* Registers that hold the count; code without optimization loads it again. */
static uint32_t
after(const struct instruction *instruction, uint32_t counts)
{
    bool loads = instruction->form == FORM_LOAD && decode_is_plain(instruction);

    counts &= ~instruction->touches;
    return loads ? counts | bit(instruction->register_) : counts;
}

/* Whether it looks at one of these, or at the word itself, and no more. */
static bool
is_test(const struct instruction *instruction, uint32_t counts)
{
    return instruction->touches == 0 &&
           (instruction->has_memory
                ? instruction->form == FORM_TEST && decode_is_plain(instruction)
                : instruction->reads != 0 &&
                      (instruction->reads & ~counts) == 0);
}

/*
 * Whether a branch depends on the flags that the instruction leaves, or that
 * the subtraction before it left.
 */
static bool
is_asked(const struct function_code *function, uint64_t address)
{
    struct instruction instruction;
    uint32_t counts;

    if (!function_bytes_decode(function, address, &instruction)) {
        return false;
    }
    counts = instruction.form == FORM_STORE_REGISTER
                 ? bit(instruction.register_)
                 : 0;
    for (int i = 0; i < DISTANCE_MAX; i++) {
        address += instruction.length;
        if (!function_bytes_decode(function, address, &instruction)) {
            return false;
        }
        if (instruction.flow != FLOW_NEXT) {
            return instruction.flow == FLOW_BRANCH;
        }
        if (!instruction.keeps_flags && !is_test(&instruction, counts)) {
            return false;
        }
        counts = after(&instruction, counts);
    }
    return false;
}

bool
release_code_asks(struct symbols *symbols, uint32_t site,
                  struct code_memory *memory)
{
    struct function_code function;
    const struct place *place = symbols_site(symbols, site);

    return function_code_find(&function, symbols, place, memory) &&
           is_asked(&function, place->offset);
}
