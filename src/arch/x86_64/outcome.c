#include "arch/outcome.h"

#include "arch/decode.h"

enum {
    INSTRUCTIONS_MAX = 256,
    PENDING_MAX = 16,
};

struct way {
    uint64_t address;
    struct outcome_known known;
};

struct search {
    const struct handing_code *code;
    struct way pending[PENDING_MAX];
    size_t count;
    int left; /* instructions that may still be looked at */
};

static uint16_t
bit(uint8_t number)
{
    return number < REGISTER_COUNT ? (uint16_t)(1u << number) : 0;
}

static uint16_t
moved(uint16_t known, const struct instruction *instruction)
{
    uint16_t to = bit(instruction->register_);

    return (uint16_t)((known & ~to) |
                      ((known & bit(instruction->source)) != 0 ? to : 0));
}

static void
step(const struct instruction *instruction, struct way *way)
{
    uint16_t to = bit(instruction->register_);

    if (instruction->form == FORM_MOVE && instruction->width >= 4) {
        way->known.zeros = moved(way->known.zeros, instruction);
        way->known.minus = moved(way->known.minus, instruction);
        return;
    }
    way->known.zeros &= (uint16_t)~instruction->touches;
    way->known.minus &= (uint16_t)~instruction->touches;
    if (instruction->form == FORM_CONSTANT && instruction->width >= 4) {
        way->known.zeros |= instruction->amount == 0 ? to : 0;
        way->known.minus |= instruction->amount == -1 ? to : 0;
    }
    if (instruction->flow == FLOW_CALL ||
        instruction->flow == FLOW_CALL_INDIRECT) {
        way->known.zeros &= (uint16_t)~REGISTERS_CALL_CHANGES;
        way->known.minus &= (uint16_t)~REGISTERS_CALL_CHANGES;
    }
}

static bool
read_next(const struct search *search, uint64_t address,
          struct instruction *instruction)
{
    const struct handing_code *code = search->code;
    uint64_t offset = address - code->address;

    return offset < code->size &&
           decode_instruction(code->bytes + offset, code->size - offset,
                              address, instruction);
}

/* Up to the end of one way; false: it may return anything. */
static bool
follow(struct search *search, struct way way, struct outcome_known *all)
{
    const struct handing_code *code = search->code;
    struct instruction instruction;

    while (search->left-- > 0 && read_next(search, way.address, &instruction)) {
        way.address += instruction.length;
        switch (instruction.flow) {
        case FLOW_RETURN:
            all->zeros &= way.known.zeros;
            all->minus &= way.known.minus;
            return true;
        case FLOW_STOP:
            return true;
        case FLOW_BRANCH:
            if (search->count == PENDING_MAX) {
                return false;
            }
            search->pending[search->count] = way;
            search->pending[search->count++].address = instruction.target;
            break;
        case FLOW_JUMP:
            if (!code->inside(code->context, instruction.target)) {
                return false;
            }
            way.address = instruction.target;
            break;
        case FLOW_JUMP_INDIRECT:
            return false;
        default:
            step(&instruction, &way);
            break;
        }
    }
    return false;
}

enum outcome
outcome_find(const struct handing_code *code, uint64_t address,
             struct outcome_known known)
{
    struct search search = {
        .code = code,
        .pending[0] = { address, known },
        .count = 1,
        .left = INSTRUCTIONS_MAX,
    };
    struct outcome_known all = { bit(REGISTER_RESULT), bit(REGISTER_RESULT) };

    while (search.count > 0) {
        if (!follow(&search, search.pending[--search.count], &all)) {
            return OUTCOME_OTHER;
        }
    }
    /* Both: it does not return. */
    return (all.zeros != 0) == (all.minus != 0) ? OUTCOME_OTHER
           : all.zeros != 0                     ? OUTCOME_ZERO
                                                : OUTCOME_MINUS_ONE;
}
