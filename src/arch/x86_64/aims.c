#include "arch/x86_64/aims.h"

/* Registers that carry arguments. */
enum { ARGUMENTS = 0x03c6 };

bool
aims_decode(const struct numbering *numbering, uint64_t address,
            struct instruction *instruction)
{
    uint64_t offset = address - numbering->code->address;

    return offset < numbering->code->size &&
           decode_instruction(numbering->code->bytes + offset,
                              numbering->code->size - offset, address,
                              instruction);
}

bool
aims_is_stack(const struct numbering *numbering,
              const struct instruction *instruction)
{
    return instruction->memory.base == REGISTER_RSP ||
           (instruction->memory.base == REGISTER_RBP &&
            numbering->code->framed);
}

bool
aims_find_writer(const struct numbering *numbering, uint32_t value,
                 struct instruction *writer)
{
    uint32_t kind = value % NUMBERING_KINDS;

    return kind >= NUMBERING_WRITTEN && kind < NUMBERING_OVERWRITTEN &&
           aims_decode(numbering,
                       numbering->code->address + value / NUMBERING_KINDS,
                       writer);
}

bool
aims_is_store(const struct instruction *instruction)
{
    return instruction->width == 8 &&
           (instruction->form == FORM_STORE_REGISTER ||
            (instruction->form == FORM_STORE_IMMEDIATE &&
             instruction->amount == 0));
}

static bool
is_allocation(const struct numbering *numbering, handing_makes *makes,
              const struct instruction *call)
{
    const struct handing_call asked = {
        .address = call->address,
        .target = call->target,
        .slot = call->flow == FLOW_CALL_INDIRECT,
    };

    return (asked.slot && call->memory.base != REGISTER_RIP) || /* tp_alloc */
           makes(numbering->code->context, &asked);
}

/*
 * Where the memory of the aim comes from. False: it was made in this function,
 * where nothing stands in it yet, or nobody knows.
 */
static bool
find_start(struct numbering *numbering, handing_makes *makes, uint64_t entry,
           uint32_t base, struct aim *aim)
{
    uint64_t address = numbering->code->address + base / NUMBERING_KINDS;
    uint32_t kind = base % NUMBERING_KINDS;
    const struct numbering_state *state = numbering_at(numbering, address);
    struct aim owner;
    struct instruction made;

    aim->start = address;
    aim->doubtful = false;
    if (kind < NUMBERING_WRITTEN) {
        aim->doubtful = address != entry;
        return aim->doubtful ||
               (kind < REGISTER_COUNT && (ARGUMENTS & 1u << kind) != 0);
    }
    if (kind >= NUMBERING_OVERWRITTEN || state->address != address ||
        !aims_decode(numbering, address, &made)) {
        return false;
    }
    aim->start = address + made.length;
    if (made.flow == FLOW_CALL || made.flow == FLOW_CALL_INDIRECT) {
        aim->doubtful = true;
        return !is_allocation(numbering, makes, &made);
    }
    aim->doubtful = made.form != FORM_LOAD; /* computed: an array's item? */
    return aim->doubtful || made.memory.base >= REGISTER_COUNT ||
           aims_is_stack(numbering, &made) ||
           find_start(numbering, makes, entry, state->values[made.memory.base],
                      &owner);
}

static bool
is_known(const struct aim *aims, size_t count, const struct aim *aim)
{
    for (size_t i = 0; i < count; i++) {
        if (aims[i].number == aim->number && aims[i].base == aim->base) {
            return true;
        }
    }
    return false;
}

/* What the function stores to, of what was asked for. */
static size_t
aims_of(struct numbering *numbering, uint64_t entry,
        const struct handing_slot *slots, size_t slot_count, struct aim *aims)
{
    size_t count = 0;

    for (size_t i = 0; i < NUMBERING_STATES; i++) {
        const struct numbering_state *state = &numbering->states[i];
        struct instruction instruction;
        struct handing_slot slot;

        if (state->address == 0 ||
            !aims_decode(numbering, state->address, &instruction) ||
            !aims_is_store(&instruction) ||
            aims_is_stack(numbering, &instruction) ||
            !handing_slot_of(&instruction, &slot)) {
            continue;
        }
        for (size_t s = 0; s < slot_count && count < AIMS_MAX; s++) {
            uint32_t base =
                slot.fixed ? 0 : state->values[instruction.memory.base];
            struct aim aim = { &slots[s], s, base, entry, false };

            if (slot.fixed == slots[s].fixed && slot.where == slots[s].where &&
                !is_known(aims, count, &aim)) {
                aims[count++] = aim;
            }
        }
    }
    return count;
}


size_t
aims_find(struct numbering *numbering, handing_makes *makes, uint64_t entry,
          const struct handing_slot *slots, size_t slot_count, struct aim *aims)
{
    size_t count = aims_of(numbering, entry, slots, slot_count, aims);
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        if (aims[i].slot->fixed ||
            find_start(numbering, makes, entry, aims[i].base, &aims[i])) {
            aims[kept++] = aims[i];
        }
    }
    return kept;
}
