#include "report/blame.h"

#include <stdlib.h>
#include <string.h>

#include "report/memory.h"

/* Accounts of hot objects may have thousands of tags; this many decide. */
enum { ENTRIES_MAX = 512 };

enum {
    CONTRACTS =
        FUNCTION_GIVES | FUNCTION_LENDS | FUNCTION_STORES | FUNCTION_STEALS,
};

/* How often a documented function is the one that breaks its word. */
static const double CONTRACT_BROKEN = .03;

/* What a container was seen to take for itself is suspected less. */
static const double STORED_WEIGHT = .2;

struct part {
    uint32_t tag;
    uint32_t python;
    bool birth;
    double net; /* positive: suspected */
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

static void
credit(struct candidates *candidates, const struct part *part, size_t frame,
       const struct evidence *evidence)
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
    candidate->score += score;
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

/*
 * References that one call of frame `frame` was left with: the one in which
 * the object was born. 0 unless `part` belongs to this call. What increments
 * store in containers is theirs. A place used more than once may have been
 * used by other calls, so it does not count.
 */
static double
left_in_call(const struct blame_sources *sources, const struct parts *parts,
             const struct part *part, size_t frame)
{
    const struct part *birth = NULL;
    size_t outward = part->stack.relevant - frame;
    double left = 0;

    for (size_t i = 0; i < parts->count; i++) {
        birth = parts->items[i].birth ? &parts->items[i] : birth;
    }
    if (birth == NULL || part->net > 1 || frame >= frames_in_c(&part->stack) ||
        stack_common(&part->stack, &birth->stack) < outward) {
        return 0;
    }
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *other = &parts->items[i];

        if (other->taken + other->released == 1 &&
            stack_common(&other->stack, &birth->stack) >= outward &&
            other->stack.relevant - frames_in_c(&other->stack) < outward &&
            (other->birth || other->net < 0 ||
             settling_stored(sources->settling, false, &other->stack) < .5)) {
            left += other->net;
        }
    }
    return left;
}

static bool
in_interpreter(const struct blame_sources *sources,
               const struct stack_frame *frame)
{
    uint32_t image = symbols_function(sources->symbols, frame->function)->image;

    return (ledger_image_at(sources->ledger, image)->flags &
            LEDGER_IMAGE_MAIN) != 0;
}

/* Is it the interpreter at work for another module? */
static bool
serves_a_module(const struct blame_sources *sources, const struct stack *stack,
                size_t frame)
{
    if (!in_interpreter(sources, &stack->frames[frame])) {
        return false;
    }
    while (frame < stack->relevant && !stack->frames[frame].evaluator) {
        if (!in_interpreter(sources, &stack->frames[frame])) {
            return true;
        }
        frame++;
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
    /* Bugs are rarer in what all programs use. */
    if (serves_a_module(sources, stack, frame)) {
        belief.hazard *= .3;
    }
    return belief;
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
        /* A call hands up one reference at most; the others settle in it. */
        if (kind != SETTLING_RELEASED) {
            double left = left_in_call(sources, parts, part, i);

            if (left > 1 && hazard < 1 - 1 / left) {
                hazard = 1 - 1 / left;
            }
        }
        evidence = evidence_at(sources, stack, i, kind);
        evidence.reached = mass;
        evidence.settles = hazard;
        credit(candidates, part, i, &evidence);
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

            if ((flags_in_c(sources, &part->stack) & FUNCTION_STORES) != 0) {
                share *= STORED_WEIGHT;
            }
            walk_up(sources, parts, part,
                    part->birth ? SETTLING_BIRTH : SETTLING_TAKEN, share,
                    candidates);
            candidates->reached += share;
            candidates->stored +=
                share *
                settling_stored(sources->settling, part->birth, &part->stack);
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
