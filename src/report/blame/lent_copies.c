#include "report/blame/lent_copies.h"

#include <stdlib.h>

#include "report/evidence/code/function_code.h"
#include "report/evidence/code/own_frame.h"
#include "report/symbols/function_names.h"
#include "report/text/memory.h"

enum { INSIDE_MAX = 8 };

/* Through the places of a function's code, one instruction after the other. */
struct walk {
    struct function_code function;
    uint64_t at;
};

static bool
walk_begin(struct walk *walk, struct symbols *symbols,
           const struct place *place, struct code_memory *memory)
{
    if (place == NULL ||
        !function_code_find(&walk->function, symbols, place, memory)) {
        return false;
    }
    walk->at = walk->function.entry;
    return true;
}

/* NULL: there is no more. */
static const struct place *
walk_next(struct walk *walk)
{
    const struct function_code *function = &walk->function;
    struct instruction instruction;
    uint64_t at = walk->at;

    if (!function_bytes_decode(function, at, &instruction) ||
        !function->code.inside(function->code.context, at)) {
        return NULL;
    }
    walk->at += instruction.length;
    return symbols_place(function->symbols, function->place->image, at);
}

/* Is that function inlined into the one that the place is in? */
static bool
has_copy(struct symbols *symbols, const struct place *place, uint32_t function,
         struct code_memory *memory)
{
    struct walk walk;
    const struct place *inner;

    if (!walk_begin(&walk, symbols, place, memory)) {
        return false;
    }
    while ((inner = walk_next(&walk)) != NULL) {
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

static void
drop_copies(struct symbols *symbols, struct code_memory *memory,
            struct hypotheses *hypotheses)
{
    bool *copies = (bool *)memory_zeroed(hypotheses->count, sizeof *copies);
    size_t kept = 0;

    for (size_t i = 0; i < hypotheses->count; i++) {
        copies[i] = is_copy(symbols, hypotheses, i, memory);
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
}

/* Functions that are inlined there, and where their copies begin to be seen. */
struct inside {
    struct {
        const struct place *place;
        size_t frame;
    } items[INSIDE_MAX];
    size_t count;
};

static uint32_t
function_inside(const struct inside *inside, size_t number)
{
    return inside->items[number]
        .place->frames[inside->items[number].frame]
        .function;
}

/* Does it return objects to the function that it is inlined into? */
static bool
hands_up(struct symbols *symbols, const struct place_frame *frame)
{
    const struct function *function =
        symbols_function(symbols, frame->function);

    return function->returns == RETURN_OBJECT && frame->line > 0 &&
           !function_name_is_python(function->name) &&
           !own_frame_of_header(symbols, frame);
}

static void
note_inside(struct symbols *symbols, const struct place *place,
            struct inside *inside)
{
    for (size_t f = 0; f + 1 < place->count; f++) {
        bool known = !hands_up(symbols, &place->frames[f]);

        for (size_t i = 0; i < inside->count; i++) {
            known |= function_inside(inside, i) == place->frames[f].function;
        }
        if (!known && inside->count < INSIDE_MAX) {
            inside->items[inside->count].place = place;
            inside->items[inside->count++].frame = f;
        }
    }
}

/* What all of them have inside. */
static void
find_shared(struct symbols *symbols, struct code_memory *memory,
            const struct hypotheses *hypotheses, struct inside *inside)
{
    const struct place *place;
    struct walk walk;

    inside->count = 0;
    if (walk_begin(&walk, symbols, hypotheses->items[0].alone, memory)) {
        while ((place = walk_next(&walk)) != NULL) {
            note_inside(symbols, place, inside);
        }
    }
    for (size_t h = 1; h < hypotheses->count; h++) {
        size_t kept = 0;

        for (size_t i = 0; i < inside->count; i++) {
            if (has_copy(symbols, hypotheses->items[h].alone,
                         function_inside(inside, i), memory)) {
                inside->items[kept++] = inside->items[i];
            }
        }
        inside->count = kept;
    }
}

/* What is inlined into all of them, if it is one, is blamed in their place. */
static void
blame_shared(struct symbols *symbols, struct code_memory *memory,
             struct hypotheses *hypotheses)
{
    struct hypothesis one = hypotheses->items[0];
    struct inside inside;

    find_shared(symbols, memory, hypotheses, &inside);
    if (inside.count != 1) {
        return;
    }
    one.function = function_inside(&inside, 0);
    one.alone = inside.items[0].place;
    one.frame = inside.items[0].frame;
    one.why = memory_format(
        "%s is inlined into all whose code gives it away without a taking",
        symbols_function(symbols, one.function)->name);
    hypotheses_clear(hypotheses);
    *hypotheses_of(hypotheses, one.function, one.mechanism) = one;
}

void
lent_drop_copies(const struct inputs *inputs, struct hypotheses *hypotheses)
{
    if (hypotheses->count < 2) {
        return;
    }
    drop_copies(inputs->symbols, inputs->code, hypotheses);
    if (hypotheses->count > 1) {
        blame_shared(inputs->symbols, inputs->code, hypotheses);
    }
}
