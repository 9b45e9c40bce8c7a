#include "report/blame/walls.h"

#include <math.h>
#include <stdlib.h>

#include "report/evidence/conservation.h"
#include "report/text/memory.h"

/* What was taken below the calls of a function and not released there. */
struct kept {
    double all;
    double open; /* at most so much by itself, and those that hand it up */
};

struct walls {
    const struct symbols *symbols;
    const struct hypotheses *hypotheses;
    struct kept *kept; /* of each */
};

/* Did the function make the change itself, or a part of it that the compiler put
 * elsewhere? */
static bool
is_own_change(const struct stack *stack, size_t frame)
{
    return stack_changed_in(stack, frame) ||
           stack->frames[0].function == stack->frames[frame].function;
}

/*
 * A call inside of this frame, up to Python code, that hands up nothing: what it
 * got from those that it called did not come further up. What it took of what it
 * had been given may be its caller's.
 */
static bool
is_behind_wall(const struct symbols *symbols, const struct stack *stack,
               size_t frame, bool birth)
{
    while (frame > 0 && !stack->frames[frame - 1].evaluator) {
        const struct function *function =
            symbols_function(symbols, stack->frames[--frame].function);

        if (function_is_wall(function) &&
            (function->flags & (FUNCTION_ALLOCATOR | FUNCTION_GLUE)) == 0 &&
            (birth || !is_own_change(stack, frame))) {
            return true;
        }
    }
    return false;
}

/* Of a function that calls itself: what its innermost call got came to it. */
static size_t
innermost_of(const struct stack *stack, size_t frame)
{
    size_t inner = 0;

    while (stack->frames[inner].function != stack->frames[frame].function) {
        inner++;
    }
    return inner;
}

/*
 * What others released below its calls may have been behind walls: only what the
 * function released itself is surely of what it had.
 */
static void
add_kept(const struct walls *walls, const struct tag_sum *sum,
         const struct stack *stack, bool birth)
{
    double taken = (double)sum->taken, released = (double)sum->released;

    for (size_t f = 0; f < stack->relevant; f++) {
        const struct hypothesis *one = hypotheses_find(
            walls->hypotheses, stack->frames[f].function, MECHANISM_KEPT);
        struct kept *kept;

        if (one == NULL || stack_enters_again(stack, f)) {
            continue;
        }
        kept = &walls->kept[one - walls->hypotheses->items];
        kept->all += taken - released;
        if (!is_behind_wall(walls->symbols, stack, innermost_of(stack, f),
                            birth)) {
            kept->open += taken;
        }
        if (is_own_change(stack, f)) {
            kept->open -= released;
        }
    }
}

void
walls_argue(const struct blame_sources *sources, const struct tag_sum *sums,
            size_t count, uint32_t birth, struct hypotheses *hypotheses)
{
    struct kept *kept =
        (struct kept *)memory_zeroed(hypotheses->count + 1, sizeof *kept);
    const struct walls walls = { sources->symbols, hypotheses, kept };
    struct stacks *stacks = sources->stacks;
    uint32_t birthplace = stacks_birthplace(stacks, birth);
    struct stack stack = { 0 };

    for (size_t i = 0; i < count; i++) {
        if (conservation_counts(stacks, sums[i].tag)) {
            stacks_fill(stacks, sums[i].tag, &stack);
            add_kept(&walls, &sums[i], &stack,
                     stacks_birthplace(stacks, sums[i].tag) == birthplace);
        }
    }
    for (size_t i = 0; i < hypotheses->count; i++) {
        if (kept[i].all > 0) {
            hypotheses->items[i].values[WEIGHED_BEHIND_WALL] =
                1 - fmin(fmax(kept[i].open / kept[i].all, 0), 1);
        }
    }
    stack_clear(&stack);
    free(kept);
}
