#include "report/blame/finding_order.h"

#include <stdlib.h>

enum {
    HOLDERS_MIN = 10,   /* leaked containers, to explain other references */
    HELD_EACH_MAX = 16, /* references that one of them explains */
};

/* Below this a ranking is hardly more than chance. */
static const double EVIDENCE_MIN = .01;

/* A site that is suspected in earnest. */
static const double BLAME_MIN = .25;

/* From here on a reference counts as stored in a container. */
static const double STORED_SHARE_MIN = .5;

/* Containers are the root of a leak more often than what they hold. */
static bool
is_stored(const struct finding *finding)
{
    return finding->stored >= STORED_SHARE_MIN && !finding->holds;
}

/* By default changes of objects in static data have no stacks. What is held
 * has owners, whoever stored it. */
static bool
suspects_nobody(const struct finding *finding)
{
    return finding->verdict != VERDICT_HELD &&
           (finding->site_count == 0 || finding->sites[0].blame <= 0);
}

/*
 * What only memory holds of which nobody says whose it is may hang on what
 * leaked: that says more.
 */
static bool
hangs_on_memory(const struct finding *finding)
{
    return finding->verdict == VERDICT_HELD && finding->owners.way_count > 0 &&
           finding->owners.ways[0].in_memory;
}

/*
 * An object that leaks takes memory. One more reference to an object that is
 * there anyway, as None is, takes none, and such are counted by the thousand.
 */
static const double REFERENCE_WEIGHT = .1;

static double
amount_of(const struct finding *finding)
{
    double objects = (double)finding->objects;
    double references = (double)finding->references;

    return finding->verdict == VERDICT_SURPLUS && references > objects
               ? objects + REFERENCE_WEIGHT * (references - objects)
               : references;
}

/*
 * What hangs on it counts, too. How sure it is counts twice: who is told of the
 * wrong one first has lost more than who is told of the smaller one.
 */
static double
weight_of(const struct finding *finding)
{
    uint64_t hanging = 0;

    for (size_t i = 0; i < finding->member_count; i++) {
        if (finding->members[i].references == 0) {
            hanging += finding->members[i].objects;
        }
    }
    return (amount_of(finding) + (double)hanging) * finding->confidence *
           finding->confidence;
}

static int
compare_findings(const void *a, const void *b, void *context)
{
    const struct finding *left = (const struct finding *)a;
    const struct finding *right = (const struct finding *)b;
    bool some_hold = *(const bool *)context;

    if (left->taken_twice != right->taken_twice) {
        return left->taken_twice ? -1 : 1;
    }
    if (left->by_harness != right->by_harness) {
        return left->by_harness ? 1 : -1;
    }
    if (left->weak != right->weak) {
        return left->weak ? 1 : -1;
    }
    if (suspects_nobody(left) != suspects_nobody(right)) {
        return suspects_nobody(left) ? 1 : -1;
    }
    if (hangs_on_memory(left) != hangs_on_memory(right)) {
        return hangs_on_memory(left) ? 1 : -1;
    }
    if (some_hold && is_stored(left) != is_stored(right)) {
        return is_stored(left) ? 1 : -1;
    }
    if (weight_of(left) != weight_of(right)) {
        return weight_of(left) < weight_of(right) ? 1 : -1;
    }
    if (left->objects != right->objects) {
        return left->objects < right->objects ? 1 : -1;
    }
    return (left->example > right->example) - (left->example < right->example);
}

/* One or several references that each of the holder's objects may have. */
static bool
numbers_fit(const struct finding *holder, const struct finding *held)
{
    uint64_t each = (held->references + holder->objects / 2) /
                    (holder->objects > 0 ? holder->objects : 1);
    uint64_t expected = each * holder->objects;
    uint64_t difference = expected > held->references
                              ? expected - held->references
                              : held->references - expected;

    return each >= 1 && each <= HELD_EACH_MAX &&
           difference <= held->references / 10;
}

/* Was `held` taken in the same call of the function that `holder` blames? */
static bool
below_blamed(const struct report *report, const struct finding *holder,
             const struct finding *held)
{
    struct stack a = { 0 }, b = { 0 };
    bool below = false;

    if (holder->site_count == 0 || holder->sites[0].alone != NULL) {
        return false;
    }
    stacks_fill(report->inputs.stacks, holder->sites[0].tag, &a);
    for (size_t i = 0; i < held->site_count; i++) {
        if (held->sites[i].blame >= BLAME_MIN) {
            stacks_fill(report->inputs.stacks, held->sites[i].tag, &b);
            below |=
                a.relevant - stack_common(&a, &b) <= holder->sites[0].frame;
        }
    }
    stack_clear(&a);
    stack_clear(&b);
    return below;
}

/* No container holds what there is no pointer for, in most of those that the
 * census has seen: others of the finding are only counted. */
static bool
may_be_held(const struct finding *finding)
{
    return finding->owners.objects == 0 ||
           2 * finding->owners.beyond < finding->owners.objects;
}

/*
 * What a leaked container holds is alive because of the container. Without
 * knowing owners: the references are of a kind that containers give up, or
 * were taken in the very calls that leaked containers, as many for each, or as
 * many while nothing points at anybody.
 */
static bool
is_held(const struct report *report, const struct finding *held, size_t kept)
{
    for (size_t i = 0; i < kept; i++) {
        const struct finding *holder = &report->findings[i];

        if (!holder->holds || holder->verdict != VERDICT_SURPLUS ||
            held->verdict != VERDICT_SURPLUS || holder->taken_twice ||
            holder->objects < HOLDERS_MIN) {
            continue;
        }
        if (held->stored >= STORED_SHARE_MIN &&
            held->references / HELD_EACH_MAX <= holder->objects) {
            return true;
        }
        if (numbers_fit(holder, held) && (held->evidence < EVIDENCE_MIN ||
                                          below_blamed(report, holder, held))) {
            return true;
        }
    }
    return false;
}

/* Drops what leaked containers hold: it comes after them. */
static void
drop_held(struct report *report)
{
    size_t kept = 0;

    for (size_t i = 0; i < report->finding_count; i++) {
        struct finding *finding = &report->findings[i];

        if (!finding->taken_twice && may_be_held(finding) &&
            is_held(report, finding, kept)) {
            report->silent[SILENCE_HELD] += finding->objects;
            finding_clear(finding);
            continue;
        }
        report->findings[kept++] = *finding;
    }
    report->finding_count = kept;
}

void
finding_sort(struct report *report)
{
    bool some_hold = false;

    for (size_t i = 0; i < report->finding_count; i++) {
        some_hold |= report->findings[i].holds;
    }
    if (report->finding_count > 0) {
        qsort_r(report->findings, report->finding_count,
                sizeof *report->findings, compare_findings, &some_hold);
    }
}

void
finding_order(struct report *report)
{
    finding_sort(report);
    drop_held(report);
}
