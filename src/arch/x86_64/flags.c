#include "arch/x86_64/flags.h"

enum { TEST_REGISTERS = 0x85 };

static const struct flags_source nowhere = { REGISTER_NONE, false };

/* test %r,%r: the flags tell what the register holds. */
static bool
tests_itself(const struct function *function,
             const struct instruction *instruction, uint8_t *register_)
{
    const uint8_t *bytes =
        function->bytes + (instruction->address - function->address);
    uint8_t rex = (bytes[0] & 0xf0) == 0x40 ? *bytes++ : 0;
    uint8_t reg = (uint8_t)((bytes[1] >> 3 & 7) | (rex & 4 ? 8 : 0));
    uint8_t rm = (uint8_t)((bytes[1] & 7) | (rex & 1 ? 8 : 0));

    *register_ = reg;
    return bytes[0] == TEST_REGISTERS && bytes[1] >= 0xc0 && reg == rm;
}

static struct flags_source
source_in(const struct function *function,
          const struct instruction *instruction)
{
    struct flags_source source = { instruction->register_,
                                   instruction->width == 8 };

    if (instruction->width < 4 ||
        (instruction->form != FORM_ADJUST &&
         !tests_itself(function, instruction, &source.register_))) {
        return nowhere;
    }
    return source;
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
            struct flags_source source = source_in(function, before);

            return source.register_ < REGISTER_COUNT &&
                           (touched & 1u << source.register_) == 0
                       ? source
                       : nowhere;
        }
        touched |= before->touches;
    }
    return nowhere;
}
