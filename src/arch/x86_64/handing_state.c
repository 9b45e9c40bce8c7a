#include "arch/x86_64/handing_state.h"

uint16_t
handing_state_bit(uint8_t number)
{
    return number < REGISTER_COUNT ? (uint16_t)(1u << number) : 0;
}

static bool
are_same(const struct handing_facts *a, const struct handing_facts *b)
{
    return a->zero[0] == b->zero[0] && a->zero[1] == b->zero[1] &&
           a->other[0] == b->other[0] && a->other[1] == b->other[1] &&
           a->positive == b->positive && a->minus_one == b->minus_one &&
           a->asked == b->asked && a->byte == b->byte && a->mask == b->mask &&
           a->bits == b->bits && a->of == b->of && a->clear == b->clear;
}

uint16_t
handing_state_values(const struct instruction *instruction)
{
    const struct memory_operand *memory = &instruction->memory;
    uint16_t address = (uint16_t)(handing_state_bit(memory->base) |
                                  handing_state_bit(memory->index));

    return (uint16_t)(instruction->reads &
                      ~(instruction->has_memory ? address : 0u));
}

bool
handing_state_same(const struct handing_path *a, const struct handing_path *b)
{
    return a->address == b->address && a->slots == b->slots &&
           a->holds == b->holds && a->counts == b->counts &&
           a->beside == b->beside && a->pushed == b->pushed &&
           a->words == b->words && a->balance == b->balance &&
           a->tested == b->tested && a->equals == b->equals &&
           a->signs == b->signs && a->equal == b->equal &&
           a->before == b->before && a->moved == b->moved &&
           a->vague == b->vague && a->home == b->home &&
           are_same(&a->facts, &b->facts);
}

void
handing_state_balance(struct handing_path *path,
                      const struct instruction *instruction, int amount)
{
    int balance = path->balance + amount;

    if (amount > 0 && path->taken + amount > 1) {
        path->last.twice = instruction->address;
    }
    path->taken = amount > 0;
    if (amount > 0 && balance > 1) {
        path->last.raised = instruction->address;
        path->last.lowered = 0;
    }
    else if (amount < 0 && path->last.lowered == 0) {
        path->last.lowered = instruction->address;
    }
    path->last.overdrawn = path->last.overdrawn || balance < 0;
    path->balance =
        (int8_t)(balance < HANDING_BALANCE_MIN   ? HANDING_BALANCE_MIN
                 : balance > HANDING_BALANCE_MAX ? HANDING_BALANCE_MAX
                                                 : balance);
}

bool
handing_state_holds(const struct handing_path *path)
{
    return path->holds != 0 || path->slots != 0 || path->words != 0;
}

void
handing_state_forget(struct handing_path *path, uint32_t registers)
{
    path->holds &= (uint16_t)~registers;
    path->counts &= (uint16_t)~registers;
    path->equals &= (uint16_t)~registers;
    path->signs &= (uint16_t)~registers;
    for (size_t i = 0; path->beside != 0 && i < REGISTER_COUNT; i++) {
        if ((registers >> i & 1) != 0) {
            path->beside &=
                ~((uint64_t)HANDING_BESIDE_MASK << (HANDING_BESIDE_BITS * i));
        }
    }
}
