#include "arch/x86_64/flags.h"

static const struct flags_source nowhere = { REGISTER_NONE, false };

/* What the flags tell of a register: it was stepped, or tested with itself. */
static struct flags_source
source_in(const struct instruction *instruction)
{
    bool tested = instruction->asked != REGISTER_NONE &&
                  !instruction->asked_byte && instruction->asked_bits == 0;

    if (instruction->width < 4 ||
        (instruction->form != FORM_ADJUST && !tested)) {
        return nowhere;
    }
    return (struct flags_source){ tested ? instruction->asked
                                         : instruction->register_,
                                  instruction->width == 8 };
}

/* Where the way to an instruction is traced back to. */
struct place {
    size_t step;  /* of the trace, or 0 */
    size_t index; /* of the instruction */
};

/* Goes back by one instruction. False: there may be several. */
static bool
go_back(const struct function *function, const struct trace *trace,
        const uint8_t *joined, struct place *place)
{
    if (place->step > 0 && !trace->steps[place->step].entered) {
        place->index = trace->steps[--place->step].index;
        return true;
    }
    place->step = 0;
    return place->index > 0 && !joined[place->index] &&
           decode_goes_on(&function->instructions[--place->index]);
}

struct flags_source
flags_source_of(const struct function *function, const struct trace *trace,
                size_t step, uint32_t live, const uint8_t *joined)
{
    struct place place = { step, trace->steps[step].index };
    uint32_t touched = 0;

    if ((live & RESOURCE_FLAGS & ~(uint32_t)RESOURCE_OF_RESULT) != 0) {
        return nowhere;
    }
    while (go_back(function, trace, joined, &place)) {
        const struct instruction *before = &function->instructions[place.index];

        if (!before->keeps_flags) {
            struct flags_source source = source_in(before);

            return source.register_ < REGISTER_COUNT &&
                           (touched & 1u << source.register_) == 0
                       ? source
                       : nowhere;
        }
        touched |= before->touches;
    }
    return nowhere;
}
