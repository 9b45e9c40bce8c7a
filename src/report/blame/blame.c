#include "report/blame/blame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/evidence/call_tree.h"
#include "report/evidence/came_out.h"
#include "report/evidence/conservation.h"
#include "report/symbols/library_frames.h"
#include "report/text/memory.h"

/* What the code of those who took a reference weighs, nets put aside. */
static const double CODE_WEIGHT = .7;

/* What a container was seen to take for itself is suspected less. */
static const double STORED_WEIGHT = .2;

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
    struct candidate *candidate =
        candidates_of(candidates, part->stack.frames[frame].function);

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
             (FUNCTION_ALLOCATOR | FUNCTION_GLUE)) != 0 ||
            library_frame_serves(stack, i)) {
            continue;
        }
        hazard = suspicion_hazard(sources, parts, part, i, kind);
        evidence = suspicion_evidence(sources, part, i, kind);
        evidence.reached = mass;
        evidence.settles = hazard;
        credit(sources, candidates, part, i, &evidence);
        mass *= 1 - hazard;
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
    struct call_tree calls = { 0 };
    double *mass;

    call_tree_build(&calls, parts);
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

            double stored =
                came_out(sources->ledger, sources->symbols, parts, part)
                    ? 1
                    : suspicion_stored(sources, part);

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

static bool
is_lasting(const struct blame_sources *sources, const struct part *part)
{
    return part->net > 0 && conservation_counts(sources->stacks, part->tag);
}

/*
 * An object in static data is shared by all of the program, and its first
 * changes have no stacks: where its nets by call path come to nothing, each
 * taking walks up by itself.
 */
static void
blame_each(const struct blame_sources *sources, const struct parts *parts,
           struct candidates *candidates)
{
    double all = 0;

    for (size_t i = 0; i < parts->count; i++) {
        all += is_lasting(sources, &parts->items[i]) ? parts->items[i].net : 0;
    }
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->items[i];

        if (is_lasting(sources, part)) {
            double share = part->net / all;
            double stored = suspicion_stored(sources, part);

            candidates->reached += share;
            candidates->stored += share * stored;
            walk_up(sources, parts, part, SETTLING_TAKEN,
                    share * (1 - (1 - STORED_WEIGHT) * stored), candidates);
        }
    }
}

/*
 * Who took a reference and has a path that forgets it is suspected wherever
 * the nets lie: a container that dies inside of the call may hide what is left
 * over there. So is who was handed it by a call of which nothing seems left.
 */
static void
blame_code(const struct blame_sources *sources, const struct parts *parts,
           struct candidates *candidates)
{
    double left = 0;

    for (size_t i = 0; i < parts->count; i++) {
        left += parts->items[i].net;
    }
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->items[i];
        /* Who took one cannot have forgotten a hundred. */
        double share = part->taken < left ? part->taken / left : 1;
        bool here = true;

        for (size_t f = 0;
             part->taken > 0 && !part->birth && f < part->stack.relevant &&
             !part->stack.frames[f].evaluator;
             f++) {
            struct evidence evidence =
                suspicion_evidence(sources, part, f, SETTLING_TAKEN);

            evidence.reached = CODE_WEIGHT * share;
            evidence.settles = suspicion_of_code(sources, part, f);
            if (evidence.settles > 0 &&
                (here || suspicion_is_hidden(sources, parts, part, f - 1))) {
                credit(sources, candidates, part, f, &evidence);
            }
            here = here && part->stack.frames[f].inlined;
        }
    }
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
    struct parts *parts = (struct parts *)memory_zeroed(1, sizeof *parts);

    parts_fill(parts, sources->ledger, sources->stacks, account);
    if (verdict == VERDICT_SURPLUS) {
        blame_nets(sources, parts, candidates);
        if (candidates->reached == 0) {
            blame_each(sources, parts, candidates);
        }
        blame_code(sources, parts, candidates);
    }
    else {
        blame_releases(sources, parts, candidates);
    }
    parts_clear(parts);
    free(parts);
}
