#include "report/blame/suspicion.h"

#include "report/symbols/library_frames.h"

enum {
    CONTRACTS = FUNCTION_GIVES | FUNCTION_LENDS | FUNCTION_STORES |
                FUNCTION_STEALS | FUNCTION_HANDS,
};

/* How often a documented function is the one that breaks its word. */
static const double CONTRACT_BROKEN = .03;

/* A function whose code gives back on every path what it does not hand on. */
static const double FINE_HAZARD = .1;

/* With so many balanced references a doubt of the code counts half. */
static const double SEEN_HALF = 100;

/* ... of a module's, where it took the reference itself. */
static const double CODE_SEEN_HALF = 1000;

/* With so many that went on to the caller it is likely that this one did. */
static const double LEFT_HALF = 10;

/* Less than this is noise. */
static const double CODE_MIN = .1;

/* The interpreter at work for a module, against that module. */
static const double SERVANT_HAZARD = .1;

/* Frames that are no more than C calls below the innermost evaluation. */
static size_t
frames_in_c(const struct stack *stack)
{
    size_t count = 0;

    while (count < stack->relevant && !stack->frames[count].evaluator) {
        count++;
    }
    return count;
}

/* Flags of the functions up to the evaluation that the change belongs to. */
static uint32_t
flags_in_c(const struct blame_sources *sources, const struct stack *stack)
{
    size_t count = frames_in_c(stack);
    uint32_t flags = 0;

    for (size_t i = 0; i < count; i++) {
        flags |= symbols_function(sources->symbols, stack->frames[i].function)
                     ->flags;
    }
    return flags;
}

double
suspicion_stored(const struct blame_sources *sources, const struct part *part)
{
    uint32_t flags = flags_in_c(sources, &part->stack);

    if ((flags & FUNCTION_CHOOSES) != 0) {
        return 0;
    }
    return (flags & FUNCTION_STORES) != 0
               ? 1
               : settling_stored(sources->settling, part->birth, &part->stack);
}

/*
 * References that one call of frame `frame` was left with, by the object's
 * changes below it, were each call like the others. What was stored in
 * containers is theirs.
 */
static double
left_in_call(const struct blame_sources *sources, const struct parts *parts,
             const struct part *part, size_t frame)
{
    size_t outward = part->stack.relevant - frame;
    double left = 0, calls = 1;

    if (frame >= frames_in_c(&part->stack)) {
        return 0;
    }
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *other = &parts->items[i];

        if (stack_common(&other->stack, &part->stack) < outward ||
            other->stack.relevant - frames_in_c(&other->stack) >= outward ||
            (!other->birth && other->net > 0 &&
             suspicion_stored(sources, other) >= .5)) {
            continue;
        }
        left += other->net;
        if (other->taken / other->step > calls) {
            calls = other->taken / other->step;
        }
    }
    return left / calls;
}

bool
suspicion_is_hidden(const struct blame_sources *sources,
                    const struct parts *parts, const struct part *part,
                    size_t frame)
{
    return !symbols_in_interpreter(sources->symbols,
                                   part->stack.frames[frame + 1].function) &&
           left_in_call(sources, parts, part, frame) <= 0;
}

/* What a buffer that an argument is read into keeps is its caller's. */
static bool
works_for_parser(const struct blame_sources *sources, const struct stack *stack,
                 size_t frame)
{
    for (size_t at = frame;
         at < stack->relevant && !stack->frames[at].evaluator; at++) {
        if ((symbols_function(sources->symbols, stack->frames[at].function)
                 ->flags &
             FUNCTION_PARSES) != 0) {
            return true;
        }
    }
    return false;
}

bool
suspicion_serves(const struct blame_sources *sources, const struct stack *stack,
                 size_t frame)
{
    size_t at = frame;

    if (!symbols_in_interpreter(sources->symbols,
                                stack->frames[frame].function)) {
        return false;
    }
    if (works_for_parser(sources, stack, frame)) {
        return true;
    }
    while (at > 0 && !stack->frames[at - 1].evaluator) {
        at--;
    }
    for (; at < stack->relevant && !stack->frames[at].evaluator; at++) {
        if (!symbols_in_interpreter(sources->symbols,
                                    stack->frames[at].function)) {
            return true;
        }
    }
    return false;
}

static struct settling_belief
belief_in(const struct blame_sources *sources, const struct stack *stack,
          size_t frame)
{
    const struct function *function =
        symbols_function(sources->symbols, stack->frames[frame].function);
    /* What returns no object cannot hand a reference up. */
    struct settling_belief belief = { .4, 1.5 };

    if ((function->flags & CONTRACTS) != 0) {
        return (struct settling_belief){ CONTRACT_BROKEN, 4 };
    }
    if (function->returns != RETURN_UNKNOWN) {
        belief.hazard = function->returns == RETURN_OBJECT ? .3 : .6;
    }
    return belief;
}

struct evidence
suspicion_evidence(const struct blame_sources *sources, const struct part *part,
                   size_t frame, enum settling_kind kind)
{
    const struct stack *stack = &part->stack;
    struct settling_seen seen =
        settling_seen(sources->settling, kind, stack, frame);
    const struct function *function =
        symbols_function(sources->symbols, stack->frames[frame].function);

    return (struct evidence){
        .fate = fates_find(sources->fates, stack, part->birth, frame),
        .seen = seen.total,
        .settled = seen.settled,
        .documented = (function->flags & CONTRACTS) != 0,
    };
}

/* What the code of one that took it itself is worth as evidence. */
static double
trust_in_code(const struct blame_sources *sources, const struct stack *stack,
              size_t frame)
{
    double seen =
        settling_seen(sources->settling, SETTLING_TAKEN, stack, frame).total;
    double trust = CODE_SEEN_HALF / (CODE_SEEN_HALF + seen);

    if (symbols_in_interpreter(sources->symbols,
                               stack->frames[frame].function)) {
        trust = seen < SEEN_HALF ? SEEN_HALF / (SEEN_HALF + seen) - .5 : 0;
    }
    return suspicion_serves(sources, stack, frame) ? trust * SERVANT_HAZARD
                                                   : trust;
}

double
suspicion_of_code(const struct blame_sources *sources, const struct part *part,
                  size_t frame)
{
    const struct stack *stack = &part->stack;
    uint32_t flags =
        symbols_function(sources->symbols, stack->frames[frame].function)
            ->flags;
    struct settling_seen seen =
        settling_seen(sources->settling, SETTLING_TAKEN, stack, frame);
    double trust = trust_in_code(sources, stack, frame);

    if (stack->frames[frame].evaluator || trust < CODE_MIN ||
        (flags & (FUNCTION_ALLOCATOR | FUNCTION_GLUE | CONTRACTS)) != 0 ||
        library_frame_serves(stack, frame)) {
        return 0;
    }
    switch (fates_find(sources->fates, stack, part->birth, frame).kind) {
    case FATE_LOST:
        return trust;
    case FATE_EITHER:
        return trust * .7;
    case FATE_LEFT:
        return trust * .7 * LEFT_HALF / (LEFT_HALF + seen.total - seen.settled);
    default:
        return 0;
    }
}

/*
 * What the function's own code says. Many balanced references that came the
 * same way speak for a function of which some path is only misunderstood.
 */
static double
by_fate(const struct blame_sources *sources, const struct part *part,
        size_t frame, enum settling_kind kind, double hazard)
{
    const struct stack *stack = &part->stack;
    struct settling_seen seen =
        settling_seen(sources->settling, kind, stack, frame);
    double trust = SEEN_HALF / (SEEN_HALF + seen.total);
    bool taken_here = !part->birth && stack_changed_in(stack, frame);

    switch (fates_find(sources->fates, stack, part->birth, frame).kind) {
    case FATE_FINE:
    case FATE_HANDED:
        return hazard * FINE_HAZARD;
    case FATE_ENDS:
        return stack->frames[frame].inlined ? hazard : 1 - (1 - hazard) * .3;
    case FATE_LOST:
        return 1 - (1 - hazard) *
                       (taken_here
                            ? 1 - .95 * suspicion_of_code(sources, part, frame)
                            : .05);
    case FATE_EITHER:
        return 1 - (1 - hazard) * (1 - .7 * trust);
    case FATE_LEFT:
        trust = LEFT_HALF / (LEFT_HALF + seen.total - seen.settled);
        return 1 - (1 - hazard) * (1 - .7 * trust);
    default:
        return hazard;
    }
}

/*
 * Of what one call is left with it can hand up one reference; the others settle
 * in it, unless a call inside of it has them already.
 */
static double
excess_in_call(const struct blame_sources *sources, const struct parts *parts,
               const struct part *part, size_t frame)
{
    double left = left_in_call(sources, parts, part, frame);
    double inside = 1;

    for (size_t i = 0; i < frame && left > 1; i++) {
        double other = left_in_call(sources, parts, part, i);

        inside = other > inside ? other : inside;
    }
    return left > inside ? (left - inside) / left : 0;
}

double
suspicion_hazard(const struct blame_sources *sources, const struct parts *parts,
                 const struct part *part, size_t frame, enum settling_kind kind)
{
    const struct stack *stack = &part->stack;
    double hazard = settling_hazard(sources->settling, kind, stack, frame,
                                    belief_in(sources, stack, frame));
    double excess = 0;

    if (kind != SETTLING_RELEASED) {
        hazard = by_fate(sources, part, frame, kind, hazard);
    }
    if (suspicion_serves(sources, stack, frame)) {
        return hazard * SERVANT_HAZARD;
    }
    if (kind != SETTLING_RELEASED) {
        excess = excess_in_call(sources, parts, part, frame);
    }
    return hazard > excess ? hazard : excess;
}
