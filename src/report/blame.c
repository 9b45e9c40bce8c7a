#include "report/blame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/refcount_shape.h"
#include "report/memory.h"

/* Accounts of hot objects may have thousands of tags; this many decide. */
enum { ENTRIES_MAX = 512 };

enum {
    CONTRACTS =
        FUNCTION_GIVES | FUNCTION_LENDS | FUNCTION_STORES | FUNCTION_STEALS,
};

/* How often a documented function is the one that breaks its word. */
static const double CONTRACT_BROKEN = .03;

/* The interpreter at work for a module, against that module. */
static const double SERVANT_HAZARD = .1;

/* What a container was seen to take for itself is suspected less. */
static const double STORED_WEIGHT = .2;

struct part {
    uint32_t tag;
    uint32_t python;
    bool birth;
    double step; /* references that one change takes */
    double net;  /* positive: suspected */
    double taken, released;
    struct stack stack;
};

struct parts {
    struct part items[ENTRIES_MAX];
    size_t count;
};

/* A call path; the root's function is meaningless. */
struct call {
    uint32_t function;
    uint32_t parent, child, sibling; /* 0: none */
    double net;                      /* with everything below */
    double own;                      /* positive nets that end here */
    size_t heaviest;                 /* part, + 1 */
};

struct calls {
    struct call *items;
    size_t count;
};

/*
 * Which of a function's lines to show: where it took a reference itself rather
 * than where it was handed one, and that rather than where somebody else took
 * one to keep. A format may have stored what it should have stolen.
 */
static double
line_weight(const struct blame_sources *sources, const struct part *part,
            size_t frame)
{
    uint32_t flags = 0;

    for (size_t i = 0; i < frame; i++) {
        flags |=
            symbols_function(sources->symbols, part->stack.frames[i].function)
                ->flags;
    }
    if (part->stack.frames[frame].line == 0) {
        return .1;
    }
    return frame == 0                                        ? 4
           : (flags & FUNCTION_CHOOSES) != 0 && !part->birth ? 8
           : (flags & FUNCTION_STORES) != 0                  ? .2
                                                             : 1;
}

static void
credit(const struct blame_sources *sources, struct candidates *candidates,
       const struct part *part, size_t frame, const struct evidence *evidence)
{
    double score = evidence->reached * evidence->settles;
    uint32_t function = part->stack.frames[frame].function;
    struct candidate *candidate = NULL;

    for (size_t i = 0; i < candidates->count; i++) {
        if (candidates->items[i].function == function) {
            candidate = &candidates->items[i];
        }
    }
    if (candidate == NULL) {
        candidates->items = (struct candidate *)memory_room(
            candidates->items, candidates->count, sizeof *candidates->items);
        candidate = &candidates->items[candidates->count++];
        *candidate = (struct candidate){ .function = function };
    }
    /* Calls that balanced lives made as well are suspected less. */
    score *= sqrt(
        settling_odds(sources->leaked, sources->settling, &part->stack, frame));
    candidate->score += score;
    score *= line_weight(sources, part, frame);
    if (score > candidate->best) {
        candidate->best = score;
        candidate->tag = part->tag;
        candidate->python = part->python;
        candidate->frame = frame;
        candidate->evidence = *evidence;
    }
}

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
    uint32_t flags = 0;

    for (size_t i = 0; i < frames_in_c(stack); i++) {
        flags |= symbols_function(sources->symbols, stack->frames[i].function)
                     ->flags;
    }
    return flags;
}

/* Did a container take it for itself? */
static double
stored_share(const struct blame_sources *sources, const struct part *part)
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
             stored_share(sources, other) >= .5)) {
            continue;
        }
        left += other->net;
        if (other->taken / other->step > calls) {
            calls = other->taken / other->step;
        }
    }
    return left / calls;
}

static bool
in_interpreter(const struct blame_sources *sources,
               const struct stack_frame *frame)
{
    uint32_t image = symbols_function(sources->symbols, frame->function)->image;

    return (ledger_image_at(sources->ledger, image)->flags &
            LEDGER_IMAGE_MAIN) != 0;
}

/*
 * Between two evaluations: is the frame the interpreter's, and another module
 * at work too? Bugs are rarer in what all programs use.
 */
static bool
serves_a_module(const struct blame_sources *sources, const struct stack *stack,
                size_t frame)
{
    size_t at = frame;

    if (!in_interpreter(sources, &stack->frames[frame])) {
        return false;
    }
    while (at > 0 && !stack->frames[at - 1].evaluator) {
        at--;
    }
    for (; at < stack->relevant && !stack->frames[at].evaluator; at++) {
        if (!in_interpreter(sources, &stack->frames[at])) {
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

static struct evidence
evidence_at(const struct blame_sources *sources, const struct stack *stack,
            size_t frame, enum settling_kind kind)
{
    struct settling_seen seen =
        settling_seen(sources->settling, kind, stack, frame);
    const struct function *function =
        symbols_function(sources->symbols, stack->frames[frame].function);

    return (struct evidence){
        .seen = seen.total,
        .settled = seen.settled,
        .documented = (function->flags & CONTRACTS) != 0,
    };
}

/* From the change outward: who should have kept or released it? */
static void
walk_up(const struct blame_sources *sources, const struct parts *parts,
        const struct part *part, enum settling_kind kind, double mass,
        struct candidates *candidates)
{
    const struct stack *stack = &part->stack;

    for (size_t i = 0; i < stack->relevant; i++) {
        const struct stack_frame *frame = &stack->frames[i];
        struct evidence evidence;
        double hazard;

        /* The eval loop is trusted, but may have handed the object out. */
        if (frame->evaluator) {
            if (i + 1 == stack->relevant) {
                candidates->lost += mass;
                break;
            }
            mass *= .5;
            continue;
        }
        /* These make objects, or calls, for others. */
        if ((symbols_function(sources->symbols, frame->function)->flags &
             (FUNCTION_ALLOCATOR | FUNCTION_GLUE)) != 0) {
            continue;
        }
        hazard = settling_hazard(sources->settling, kind, stack, i,
                                 belief_in(sources, stack, i));
        if (serves_a_module(sources, stack, i)) {
            hazard *= SERVANT_HAZARD;
        }
        /* A call hands up one reference at most; the others settle in it. */
        else if (kind != SETTLING_RELEASED) {
            double left = left_in_call(sources, parts, part, i);

            if (left > 1 && hazard < 1 - 1 / left) {
                hazard = 1 - 1 / left;
            }
        }
        evidence = evidence_at(sources, stack, i, kind);
        evidence.reached = mass;
        evidence.settles = hazard;
        credit(sources, candidates, part, i, &evidence);
        mass *= 1 - hazard;
    }
}

static uint32_t
call_child(struct calls *calls, uint32_t parent, uint32_t function)
{
    uint32_t child = calls->items[parent].child;

    while (child != 0 && calls->items[child].function != function) {
        child = calls->items[child].sibling;
    }
    if (child == 0) {
        calls->items = (struct call *)memory_room(calls->items, calls->count,
                                                  sizeof *calls->items);
        child = (uint32_t)calls->count++;
        calls->items[child] = (struct call){
            .function = function,
            .parent = parent,
            .sibling = calls->items[parent].child,
        };
        calls->items[parent].child = child;
    }
    return child;
}

static void
calls_build(struct calls *calls, const struct parts *parts)
{
    calls->items = (struct call *)memory_room(NULL, 0, sizeof *calls->items);
    calls->items[0] = (struct call){ 0 };
    calls->count = 1;
    for (size_t p = 0; p < parts->count; p++) {
        const struct part *part = &parts->items[p];
        uint32_t at = 0;
        struct call *leaf;

        for (size_t i = part->stack.relevant; i > 0; i--) {
            at = call_child(calls, at, part->stack.frames[i - 1].function);
        }
        leaf = &calls->items[at];
        if (part->net > 0) {
            leaf->own += part->net;
            if (leaf->heaviest == 0 ||
                part->net > parts->items[leaf->heaviest - 1].net) {
                leaf->heaviest = p + 1;
            }
        }
        for (;; at = calls->items[at].parent) {
            calls->items[at].net += part->net;
            if (at == 0) {
                break;
            }
        }
    }
}

/*
 * Splits 1 over what is positive, from the outermost call inward. Children
 * always stand behind their parents, so one pass in order does it.
 */
static void
blame_nets(const struct blame_sources *sources, const struct parts *parts,
           struct candidates *candidates)
{
    struct calls calls = { 0 };
    double *mass;

    calls_build(&calls, parts);
    mass = (double *)memory_zeroed(calls.count, sizeof *mass);
    mass[0] = 1;
    for (uint32_t c = 0; c < calls.count; c++) {
        const struct call *call = &calls.items[c];
        double total = call->own;

        for (uint32_t k = call->child; k != 0; k = calls.items[k].sibling) {
            total += calls.items[k].net > 0 ? calls.items[k].net : 0;
        }
        if (mass[c] <= 0 || total <= 0) {
            continue;
        }
        for (uint32_t k = call->child; k != 0; k = calls.items[k].sibling) {
            if (calls.items[k].net > 0) {
                mass[k] = mass[c] * calls.items[k].net / total;
            }
        }
        if (call->heaviest != 0) {
            const struct part *part = &parts->items[call->heaviest - 1];
            double share = mass[c] * call->own / total;

            double stored = stored_share(sources, part);

            candidates->reached += share;
            candidates->stored += share * stored;
            walk_up(sources, parts, part,
                    part->birth ? SETTLING_BIRTH : SETTLING_TAKEN,
                    share * (1 - (1 - STORED_WEIGHT) * stored), candidates);
        }
    }
    free(mass);
    free(calls.items);
}

/* Takes from both what the likeliest pair has in common, until none is left. */
static void
match_pairs(struct parts *parts, const double *chances)
{
    for (;;) {
        struct part *taken = NULL, *released = NULL;
        double best = 0, amount;

        for (size_t t = 0; t < parts->count; t++) {
            if (parts->items[t].taken <= 0) {
                continue;
            }
            for (size_t r = 0; r < parts->count; r++) {
                if (parts->items[r].released > 0 &&
                    chances[t * parts->count + r] > best) {
                    best = chances[t * parts->count + r];
                    taken = &parts->items[t];
                    released = &parts->items[r];
                }
            }
        }
        if (taken == NULL) {
            return;
        }
        amount = taken->taken < released->released ? taken->taken
                                                   : released->released;
        taken->taken -= amount;
        released->released -= amount;
    }
}

/* Deficits: the releases that no taking answers. */
static void
blame_releases(const struct blame_sources *sources, struct parts *parts,
               struct candidates *candidates)
{
    double *chances =
        (double *)memory_zeroed(parts->count * parts->count, sizeof *chances);
    double unmatched = 0;

    for (size_t t = 0; t < parts->count; t++) {
        for (size_t r = 0; r < parts->count; r++) {
            if (parts->items[t].taken > 0 && parts->items[r].released > 0) {
                chances[t * parts->count + r] =
                    settling_pair(sources->settling, &parts->items[t].stack,
                                  &parts->items[r].stack);
            }
        }
    }
    match_pairs(parts, chances);
    free(chances);
    for (size_t r = 0; r < parts->count; r++) {
        unmatched += parts->items[r].released;
    }
    for (size_t r = 0; r < parts->count; r++) {
        if (parts->items[r].released > 0) {
            walk_up(sources, parts, &parts->items[r], SETTLING_RELEASED,
                    parts->items[r].released / unmatched, candidates);
        }
    }
}

/* Compilers make one change of two increments that stand together. */
static double
step_of(const struct ledger *ledger, uint32_t tag)
{
    const struct ledger_node *node = ledger_node_at(ledger, tag);
    const struct ledger_site *site;

    if (tag == 0 || node->kind != LEDGER_NODE_SITE) {
        return 1;
    }
    site = ledger_site_at(ledger, (uint32_t)node->value);
    return site->operation == OPERATION_ADD && site->amount > 1 ? site->amount
                                                                : 1;
}

void
blame_account(const struct blame_sources *sources, uint32_t account,
              enum verdict verdict, struct candidates *candidates)
{
    const struct ledger_account *record =
        ledger_account_at(sources->ledger, account);
    struct parts *parts = (struct parts *)memory_zeroed(1, sizeof *parts);

    for (uint32_t e = record->entries; e != 0 && parts->count < ENTRIES_MAX;
         e = ledger_entry_at(sources->ledger, e)->next) {
        const struct ledger_entry *entry = ledger_entry_at(sources->ledger, e);
        struct part *part = &parts->items[parts->count++];

        part->tag = entry->tag;
        part->python = entry->python;
        part->birth = entry->tag == record->birth;
        part->taken = entry->taken;
        part->released = entry->released;
        part->step = step_of(sources->ledger, entry->tag);
        part->net = part->taken - part->released;
        stacks_fill(sources->stacks, entry->tag, &part->stack);
    }
    if (verdict == VERDICT_SURPLUS) {
        blame_nets(sources, parts, candidates);
    }
    else {
        blame_releases(sources, parts, candidates);
    }
    for (size_t i = 0; i < parts->count; i++) {
        stack_clear(&parts->items[i].stack);
    }
    free(parts);
}

static int
compare_candidates(const void *a, const void *b)
{
    const struct candidate *left = (const struct candidate *)a;
    const struct candidate *right = (const struct candidate *)b;

    if (left->score != right->score) {
        return left->score < right->score ? 1 : -1;
    }
    return (left->function > right->function) -
           (left->function < right->function);
}

void
blame_sort(struct candidates *candidates)
{
    double sum = 0;

    for (size_t i = 0; i < candidates->count; i++) {
        sum += candidates->items[i].score;
    }
    if (sum > 0) {
        candidates->evidence = sum / (sum + candidates->lost);
    }
    for (size_t i = 0; i < candidates->count && sum > 0; i++) {
        candidates->items[i].score /= sum;
    }
    if (candidates->count > 0) {
        qsort(candidates->items, candidates->count, sizeof *candidates->items,
              compare_candidates);
    }
}
