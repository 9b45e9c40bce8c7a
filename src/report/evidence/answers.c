#include "report/evidence/answers.h"

#include <stdlib.h>

#include "report/input/ledger_load.h"
#include "report/symbols/library_frames.h"
#include "report/text/memory.h"

/* With so many that were seen a share counts half. */
static const double SEEN_HALF = 1;

/* Stands for Python code among those that gave back. */
static const uint32_t PYTHON = UINT32_MAX;

struct answer {
    enum answers_relation relation;
    uint32_t first, second;
    double weight;
    uint32_t tag; /* of one such release */
};

struct answers {
    const struct ledger *ledger;
    struct symbols *symbols;
    struct answer *items;
    size_t count;
    struct number_index index;
};

struct answers *
answers_create(const struct ledger *ledger, struct symbols *symbols)
{
    struct answers *answers =
        (struct answers *)memory_zeroed(1, sizeof *answers);

    answers->ledger = ledger;
    answers->symbols = symbols;
    return answers;
}

void
answers_free(struct answers *answers)
{
    free(answers->items);
    free(answers->index.slots);
    free(answers);
}

static bool
is_at_work(const struct answers *answers, const struct stack *stack,
           size_t frame, bool module)
{
    const struct function *function =
        symbols_function(answers->symbols, stack->frames[frame].function);

    if (module) {
        return ledger_image_is_module(answers->ledger, function->image) &&
               !library_frame_serves(stack, frame);
    }
    return (function->flags &
            (FUNCTION_ALLOCATOR | FUNCTION_GLUE | FUNCTION_GIVES |
             FUNCTION_LENDS | FUNCTION_STORES | FUNCTION_STEALS |
             FUNCTION_HANDS)) == 0;
}

bool
answers_function(const struct answers *answers, const struct stack *stack,
                 uint32_t *function)
{
    for (int module = 1; module >= 0; module--) {
        for (size_t f = 0; f < stack->relevant && !stack->frames[f].evaluator;
             f++) {
            if (is_at_work(answers, stack, f, module)) {
                *function = stack->frames[f].function;
                return true;
            }
        }
    }
    return false;
}

static uint64_t
hash_of(const struct answer *answer)
{
    return number_index_mix(
        number_index_mix((uint64_t)answer->relation << 32 | answer->first) ^
        answer->second);
}

static void
add(struct answers *answers, struct answer one)
{
    struct number_index *index = &answers->index;
    uint64_t hash = hash_of(&one);

    if (number_index_grow(index)) {
        for (size_t i = 0; i < answers->count; i++) {
            number_index_add(index, hash_of(&answers->items[i]), (uint32_t)i);
        }
    }
    for (size_t at = hash & (index->room - 1); index->slots[at] != 0;
         at = (at + 1) & (index->room - 1)) {
        struct answer *other = &answers->items[index->slots[at] - 1];

        if (other->relation == one.relation && other->first == one.first &&
            other->second == one.second) {
            other->weight += one.weight;
            return;
        }
    }
    answers->items = (struct answer *)memory_room(
        answers->items, answers->count, sizeof *answers->items);
    answers->items[answers->count] = one;
    number_index_add(index, hash, (uint32_t)answers->count++);
}

void
answers_learn_birth(struct answers *answers, const struct stack *birth,
                    uint32_t type)
{
    uint32_t maker;

    if (answers_function(answers, birth, &maker)) {
        add(answers, (struct answer){ ANSWERS_MADE, maker, type, 1, 0 });
    }
}

/* Who called the one at work and is of the same image, up to the evaluator. */
static void
learn_disposal(struct answers *answers, const struct stack *released,
               uint32_t releaser, uint32_t tag, double weight)
{
    uint32_t image = symbols_function(answers->symbols, releaser)->image;

    for (size_t f = 0; f < released->relevant && !released->frames[f].evaluator;
         f++) {
        uint32_t function = released->frames[f].function;

        if (symbols_function(answers->symbols, function)->image == image) {
            add(answers, (struct answer){ ANSWERS_DISPOSED, function, releaser,
                                          weight, tag });
        }
    }
}

/* Is it on the stack, with no Python code between? */
static bool
calls(const struct stack *stack, uint32_t function)
{
    for (size_t f = 0; f < stack->relevant && !stack->frames[f].evaluator;
         f++) {
        if (stack->frames[f].function == function) {
            return true;
        }
    }
    return false;
}

void
answers_learn(struct answers *answers, const struct stack *taken,
              const struct stack *released, uint32_t released_tag,
              double weight)
{
    uint32_t taker, releaser = PYTHON;
    bool in_c = answers_function(answers, released, &releaser);

    if (in_c) {
        learn_disposal(answers, released, releaser, released_tag, weight);
    }
    if (answers_function(answers, taken, &taker)) {
        /* What it handed to its caller the two settled together. */
        add(answers,
            (struct answer){ ANSWERS_RELEASED, taker,
                             in_c && calls(taken, releaser) ? taker : releaser,
                             weight, released_tag });
    }
}

static double
all_of(const struct answers *answers, enum answers_relation relation,
       uint32_t first)
{
    double all = 0;

    for (size_t i = 0; i < answers->count; i++) {
        if (answers->items[i].relation == relation &&
            answers->items[i].first == first) {
            all += answers->items[i].weight;
        }
    }
    return all;
}

bool
answers_next(const struct answers *answers, enum answers_relation relation,
             uint32_t first, size_t *at, struct answers_row *row)
{
    for (; *at < answers->count; ++*at) {
        const struct answer *answer = &answers->items[*at];

        if (answer->relation == relation && answer->first == first &&
            answer->second != PYTHON) {
            *row = (struct answers_row){
                .second = answer->second,
                .share = answer->weight /
                         (all_of(answers, relation, first) + SEEN_HALF),
                .tag = answer->tag,
            };
            ++*at;
            return true;
        }
    }
    return false;
}

double
answers_put_away(const struct answers *answers, uint32_t taker)
{
    double all = all_of(answers, ANSWERS_RELEASED, taker), own = 0;

    for (size_t i = 0; i < answers->count; i++) {
        const struct answer *answer = &answers->items[i];

        if (answer->relation == ANSWERS_RELEASED && answer->first == taker &&
            answer->second == taker) {
            own = answer->weight;
        }
    }
    return (all - own) / (all + SEEN_HALF);
}
