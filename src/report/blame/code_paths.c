#include "report/blame/code_paths.h"

#include <math.h>
#include <stdlib.h>

#include "report/evidence/came_out.h"
#include "report/text/memory.h"

/* Balanced references, as a power of ten, that are as many as can be told. */
static const double SEEN_POWERS = 5;

static void
argue_fate(double *values, enum fate_kind kind, double share)
{
    switch (kind) {
    case FATE_LOST:
        values[WEIGHED_CODE_LOST] += share;
        break;
    case FATE_EITHER:
        values[WEIGHED_CODE_EITHER] += share;
        break;
    case FATE_STORED:
        values[WEIGHED_CODE_STORES] += share;
        break;
    case FATE_HANDED:
        values[WEIGHED_CODE_HANDS] += share;
        break;
    case FATE_FINE:
        values[WEIGHED_CODE_FINE] += share;
        break;
    default:
        break;
    }
}

/* A function that references came in by. */
struct way_in {
    const struct parts *parts;
    size_t part, frame;
};

static void
argue_frame(const struct blame_sources *sources, const struct way_in *way,
            double share, struct hypothesis *hypothesis)
{
    const struct part *part = &way->parts->items[way->part];
    enum settling_kind kind = part->birth ? SETTLING_BIRTH : SETTLING_TAKEN;
    struct evidence evidence =
        suspicion_evidence(sources, part, way->frame, kind);
    double *values = hypothesis->values;

    if (came_out(sources->ledger, sources->symbols, way->parts, part)) {
        values[WEIGHED_CAME_OUT] += share;
    }
    argue_fate(values, evidence.fate.kind, share);
    if (evidence.documented) {
        values[WEIGHED_DOCUMENTED] = 1;
    }
    values[WEIGHED_SEEN] +=
        share * fmin(log10(1 + evidence.seen) / SEEN_POWERS, 1);
    if (evidence.seen > 0) {
        values[WEIGHED_SEEN_HANDED_ON] +=
            share * (1 - evidence.settled / evidence.seen) * evidence.seen /
            (evidence.seen + 2);
    }
    values[WEIGHED_SAME_CALL] +=
        share * settling_odds(sources->leaked, sources->settling, &part->stack,
                              way->frame);
}

/* A compiler may part a function, and put the one part into the other: what is
 * read of the inner one goes for both. */
static bool
is_parted(const struct stack *stack, size_t frame)
{
    return frame > 0 && stack->frames[frame - 1].inlined &&
           stack->frames[frame - 1].function == stack->frames[frame].function;
}

void
code_paths_argue(const struct blame_sources *sources, const struct parts *parts,
                 size_t samples, struct hypotheses *hypotheses)
{
    double *all = (double *)memory_zeroed(hypotheses->count + 1, sizeof *all);

    /* Of each function's takings, the share that came by each call. */
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < parts->count; i++) {
            const struct part *part = &parts->items[i];

            for (size_t f = 0; part->taken > 0 && f < part->stack.relevant;
                 f++) {
                struct hypothesis *one = hypotheses_find(
                    hypotheses, part->stack.frames[f].function, MECHANISM_KEPT);
                double weight = part->net > 0 ? part->net : part->taken * .01;

                if (one == NULL || is_parted(&part->stack, f)) {
                    continue;
                }
                if (pass == 0) {
                    all[one - hypotheses->items] += weight;
                }
                else {
                    struct way_in way = { parts, i, f };

                    argue_frame(sources, &way,
                                weight / all[one - hypotheses->items] /
                                    (double)samples,
                                one);
                }
            }
        }
    }
    free(all);
}
