#include "report/evidence/code/walk_out.h"

/* Does the function give what it returns? If so it seems, or by its promise. */
static bool
is_given(struct followings *followings, uint32_t function, bool seems)
{
    uint32_t flags = symbols_function(followings->symbols, function)->flags;

    return (flags & (FUNCTION_GIVES | FUNCTION_CHOOSES)) != 0 ||
           ((flags & FUNCTION_LENDS) == 0 && seems);
}

struct walk_out
walk_out_begin(const struct stack *stack, bool born)
{
    return (struct walk_out){
        .stack = stack,
        .born = born,
        .given = born,
        .surely = true,
        .site = true,
        .newborn = born,
    };
}

/* Who makes objects returns them, wherever their count was set to 1. */
static bool
is_maker(const struct function *function)
{
    return (function->flags & FUNCTION_ALLOCATOR) != 0 &&
           function->returns == RETURN_OBJECT;
}

/*
 * What a call returned is the reference if it came with the object and was
 * handed on ever since, or if the callee is known to give what it returns.
 */
static void
step_out(struct followings *followings, struct walk_out *walk)
{
    const struct handing *handing = &walk->following->handing;
    uint32_t number = walk->stack->frames[walk->outer].function;
    const struct function *function =
        symbols_function(followings->symbols, number);
    bool had = walk->site || walk->given;

    if (walk->site) {
        walk->given =
            walk->born ? function->returns != RETURN_OTHER : handing->returned;
    }
    walk->newborn &= (function->flags & FUNCTION_ALLOCATOR) != 0 ||
                     (walk->site && function->returns == RETURN_OTHER);
    walk->given = is_given(
        followings, number,
        (walk->given && (walk->site || handing->returned ||
                         (handing->unclear && walk->following->filled == 0))) ||
            (walk->newborn && is_maker(function)));
    walk->surely =
        (function->flags & (FUNCTION_GIVES | FUNCTION_CHOOSES)) != 0 ||
        function->returns == RETURN_OBJECT;
    walk->site = false;
    walk->up = walk->following->up;
    walk->up.done &= had && !handing->returned;
}

/* What the function found by its pointer is the reference. */
static void
walk_into_filled(struct followings *followings, struct walk_out *walk,
                 const struct place *place)
{
    const struct following *filled =
        followings_filled(followings, place, walk->up);

    if (filled->filled != 0) {
        walk->given = true;
        walk->following = filled;
    }
}

bool
walk_out_next(struct followings *followings, struct walk_out *walk)
{
    const struct stack *stack = walk->stack;

    if (walk->following != NULL) {
        step_out(followings, walk);
    }
    walk->inner = walk->next;
    while (walk->next < stack->relevant) {
        const struct stack_frame *at = &stack->frames[walk->next++];

        if (at->evaluator) {
            walk->given = false;
            walk->up.done = false;
        }
        if (!at->inlined) {
            walk->outer = walk->next - 1;
            walk->following = followings_at(followings, at->place,
                                            !walk->site  ? SOURCE_CALL
                                            : walk->born ? SOURCE_BIRTH
                                                         : SOURCE_TAKEN);
            if (walk->up.done) {
                walk_into_filled(followings, walk, at->place);
            }
            return true;
        }
    }
    return false;
}

bool
walk_out_to(struct followings *followings, struct walk_out *walk, size_t frame)
{
    do {
        if (!walk_out_next(followings, walk)) {
            return false;
        }
    } while (walk->outer < frame);
    return true;
}
