#include "report/blame/one_bug.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/finding/interpreters.h"
#include "report/text/memory.h"

/* What the first suspect of a finding is about. */
struct culprit {
    enum verdict verdict;
    const struct place *place; /* where no line is known */
    uint32_t function, line;
    uint32_t code, python_line; /* of what frame evaluation evaluates, or 0 */
    uint32_t fetcher; /* the function, if it forgets exceptions; or 0 */
};

/* So much may the number of exceptions differ from that of references to their
   type: nobody followed these. */
static const double TYPE_SHARE = .05;

/* If by its code that function takes exceptions and forgets them. */
static uint32_t
fetcher_of(const struct finding *finding, uint32_t function)
{
    for (size_t i = 0; i < finding->hypotheses.count; i++) {
        const struct hypothesis *one = &finding->hypotheses.items[i];

        if (one->mechanism == MECHANISM_FETCHED && one->function == function) {
            return function;
        }
    }
    return 0;
}

/* False: the finding accuses nobody. */
static bool
culprit_of(const struct report *report, const struct finding *finding,
           struct culprit *culprit)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct finding_site *site = finding->sites;
    struct stack stack = { 0 };
    bool known = false;

    memset(culprit, 0, sizeof *culprit);
    if ((finding->verdict != VERDICT_SURPLUS &&
         finding->verdict != VERDICT_DEFICIT &&
         finding->verdict != VERDICT_CYCLE) ||
        finding->taken_twice || finding->site_count == 0 || site->blame <= 0) {
        return false;
    }
    culprit->verdict = finding->verdict;
    finding_stack(&report->inputs, site, &stack);
    if (site->alone != NULL) {
        culprit->place = site->alone;
        if (site->frame < site->alone->count) {
            culprit->fetcher =
                fetcher_of(finding, site->alone->frames[site->frame].function);
        }
        known = true;
    }
    else if (site->frame < stack.count) {
        const struct stack_frame *frame = &stack.frames[site->frame];

        culprit->function = frame->function;
        culprit->fetcher = fetcher_of(finding, frame->function);
        if (!frame->evaluator) {
            culprit->line = frame->line;
            culprit->place = frame->line == 0 ? frame->place : NULL;
        }
        else { /* one line has instructions of several forms */
            const struct ledger_python_node *node =
                ledger_python_node_at(ledger, site->python);

            culprit->code = node->code;
            culprit->python_line = node->line;
        }
        known = true;
    }
    stack_clear(&stack);
    return known;
}

static bool
same_type(const struct finding *one, const struct finding *other)
{
    return one->type != NULL && other->type != NULL &&
           strcmp(one->type, other->type) == 0;
}

/* Each type in a cycle has a reason of its own why it lives. */
static bool
same_cycle(const struct finding *one, const struct finding *other)
{
    return one->verdict != VERDICT_CYCLE ||
           (same_type(one, other) && one->why != NULL && other->why != NULL &&
            strcmp(one->why, other->why) == 0);
}

static bool
is_same(const struct culprit *one, const struct culprit *other)
{
    return one->verdict == other->verdict &&
           ((one->fetcher != 0 && one->fetcher == other->fetcher) ||
            (one->place == other->place && one->function == other->function &&
             one->line == other->line && one->code == other->code &&
             one->python_line == other->python_line));
}

static bool
accuses_nobody(const struct finding *finding)
{
    return finding->site_count == 0 || finding->sites[0].blame <= 0;
}

/* References to a type that nobody is accused of, as many as exceptions are
   lost there. */
static bool
is_their_type(const struct finding *finding, const struct culprit *culprit,
              const struct finding *lost)
{
    double more = (double)finding->references - (double)lost->objects;

    return culprit->fetcher != 0 && finding->verdict == VERDICT_SURPLUS &&
           accuses_nobody(finding) && finding->objects == 1 &&
           finding->type != NULL && strcmp(finding->type, "type") == 0 &&
           fabs(more) <= TYPE_SHARE * (double)lost->objects;
}

/* One of those that are in the program from the beginning, as small numbers and
   characters are: nobody saw who took it, and of others that is known, or not
   either. Each type has a reason of its own. */
static bool
is_one_of_many(const struct finding *finding, const struct finding *others)
{
    return finding->verdict == VERDICT_SURPLUS &&
           others->verdict == VERDICT_SURPLUS && !others->taken_twice &&
           finding->objects == 1 && accuses_nobody(finding) &&
           same_type(finding, others) && strcmp(finding->type, "type") != 0;
}

static void
add_member(struct finding *finding, const struct finding_member *more)
{
    for (size_t i = 0; i < finding->member_count; i++) {
        if (strcmp(finding->members[i].type, more->type) == 0) {
            finding->members[i].objects += more->objects;
            finding->members[i].references += more->references;
            return;
        }
    }
    finding->members = (struct finding_member *)memory_room(
        finding->members, finding->member_count, sizeof *finding->members);
    finding->members[finding->member_count++] =
        (struct finding_member){ memory_text(more->type), more->objects,
                                 more->references };
}

/* More of the same, or others that it is about as well. */
static void
join(struct finding *into, struct finding *finding)
{
    if (into->evidence < finding->evidence) {
        into->evidence = finding->evidence; /* what is known of any of them */
    }
    if (same_type(into, finding)) {
        into->objects += finding->objects;
        into->references += finding->references;
        into->healthy += finding->healthy;
        if (into->site_count > 0 && finding->site_count > 0) {
            into->sites[0].count += finding->sites[0].count;
        }
        interpreters_join(into, finding);
    }
    else {
        static char unknown[] = "?";

        add_member(into, &(struct finding_member){
                             finding->type != NULL ? finding->type : unknown,
                             finding->objects, finding->references });
    }
    for (size_t i = 0; i < finding->member_count; i++) {
        add_member(into, &finding->members[i]);
    }
    finding_clear(finding);
}

void
one_bug_join(struct report *report)
{
    struct culprit *culprits = (struct culprit *)memory_zeroed(
        report->finding_count, sizeof *culprits);
    size_t kept = 0;

    for (size_t i = 0; i < report->finding_count; i++) {
        struct culprit culprit;
        size_t same = kept;

        if (culprit_of(report, &report->findings[i], &culprit)) {
            for (same = 0;
                 same < kept && !(is_same(&culprits[same], &culprit) &&
                                  same_cycle(&report->findings[same],
                                             &report->findings[i]));) {
                same++;
            }
        }
        else {
            for (same = 0; same < kept &&
                           !is_their_type(&report->findings[i], &culprits[same],
                                          &report->findings[same]) &&
                           !is_one_of_many(&report->findings[i],
                                           &report->findings[same]);) {
                same++;
            }
        }
        if (same < kept) {
            join(&report->findings[same], &report->findings[i]);
            continue;
        }
        culprits[kept] = culprit;
        report->findings[kept++] = report->findings[i];
    }
    report->finding_count = kept;
    free(culprits);
}
