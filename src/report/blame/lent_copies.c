#include "report/blame/lent_copies.h"

#include <stdlib.h>

#include "report/evidence/code/function_code.h"
#include "report/symbols/image_names.h"
#include "report/text/memory.h"

/* Is that function inlined into the one that the place is in? */
static bool
has_copy(struct symbols *symbols, const struct place *place, uint32_t function,
         struct code_memory *memory)
{
    struct function_code code;
    struct instruction instruction;

    if (place == NULL || !function_code_find(&code, symbols, place, memory)) {
        return false;
    }
    for (uint64_t at = code.entry;
         function_bytes_decode(&code, at, &instruction) &&
         code.code.inside(code.code.context, at);
         at += instruction.length) {
        const struct place *inner = symbols_place(symbols, place->image, at);

        for (size_t f = 0; f + 1 < inner->count; f++) {
            if (inner->frames[f].function == function) {
                return true;
            }
        }
    }
    return false;
}

/* Does its own code do it, and not only where it is inlined? */
static bool
stands_alone(const struct hypothesis *one)
{
    return one->alone != NULL && one->frame + 1 == (size_t)one->alone->count;
}

static bool
is_copy(struct symbols *symbols, const struct hypotheses *hypotheses,
        size_t number, struct code_memory *memory)
{
    const struct hypothesis *one = &hypotheses->items[number];

    for (size_t i = 0; i < hypotheses->count; i++) {
        if (hypotheses->items[i].function != one->function &&
            stands_alone(&hypotheses->items[i]) &&
            has_copy(symbols, one->alone, hypotheses->items[i].function,
                     memory)) {
            return true;
        }
    }
    return false;
}

void
lent_drop_copies(const struct inputs *inputs, struct hypotheses *hypotheses)
{
    struct code_memory *memory;
    bool *copies;
    size_t kept = 0;

    if (hypotheses->count < 2) {
        return;
    }
    memory = (struct code_memory *)memory_zeroed(1, sizeof *memory);
    copies = (bool *)memory_zeroed(hypotheses->count, sizeof *copies);
    for (size_t i = 0; i < hypotheses->count; i++) {
        copies[i] = is_copy(inputs->symbols, hypotheses, i, memory);
    }
    for (size_t i = 0; i < hypotheses->count; i++) {
        if (copies[i]) {
            free(hypotheses->items[i].why);
        }
        else {
            hypotheses->items[kept++] = hypotheses->items[i];
        }
    }
    hypotheses->count = kept;
    free(copies);
    free(memory);
}
