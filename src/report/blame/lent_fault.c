#include "report/blame/lent_fault.h"

#include "report/blame/lent.h"
#include "report/blame/suspected_sites.h"
#include "report/evidence/fault.h"
#include "report/text/memory.h"

enum { SUSPECTS_MAX = 2 }; /* code of more is not understood */

/* A function that may well have run. */
static const double LENDS = .25;

/* Programs die of other faults, too. */
static const double FAULT_SURE = .9;

/* That it is none of them, as where a deficit is proved. */
static const double NOT_READ = .02;

/* Is somebody blamed already for what was released too often? */
static bool
is_explained(const struct report *report)
{
    for (size_t i = 0; i < report->finding_count; i++) {
        if (report->findings[i].verdict == VERDICT_DEFICIT &&
            report->findings[i].hypotheses.count > 0) {
            return true;
        }
    }
    return false;
}

/* Only those that may well have run stay, each with its share. */
static void
weigh(struct hypotheses *hypotheses)
{
    struct hypotheses likely = { 0 };
    double all = NOT_READ;

    for (size_t i = 0; i < hypotheses->count; i++) {
        const struct hypothesis *from = &hypotheses->items[i];

        if (from->values[WEIGHED_READ_LENDS] >= LENDS) {
            struct hypothesis *one =
                hypotheses_of(&likely, from->function, from->mechanism);

            *one = *from;
            one->why = memory_text(from->why);
            all += one->values[WEIGHED_READ_LENDS];
        }
    }
    hypotheses_clear(hypotheses);
    *hypotheses = likely;
    for (size_t i = 0; i < hypotheses->count; i++) {
        struct hypothesis *one = &hypotheses->items[i];

        one->share =
            FAULT_SURE * one->sure * one->values[WEIGHED_READ_LENDS] / all;
    }
    hypotheses_sort(hypotheses);
}

static void
add_finding(struct report *report, const struct hypotheses *hypotheses)
{
    const struct hypothesis *first = hypotheses->items;
    struct finding finding = {
        .verdict = VERDICT_DEFICIT,
        .evidence = 1,
        .confidence = first->function_share,
        .hypotheses = *hypotheses,
        .why = first->why != NULL ? memory_text(first->why) : NULL,
    };

    suspected_sites_add(&report->inputs, &(struct suspect){ .fall = 1 },
                        &finding);
    report->findings = (struct finding *)memory_room(
        report->findings, report->finding_count, sizeof *report->findings);
    report->findings[report->finding_count++] = finding;
}

/* Code of others may fail as of the dead: then it is the one that was running. */
static bool
is_accused(const struct inputs *inputs, const struct hypotheses *hypotheses)
{
    return fault_is_of_the_dead(inputs)
               ? hypotheses->count <= SUSPECTS_MAX
               : hypotheses->count == 1 &&
                     fault_was_given_by(inputs, hypotheses->items[0].function);
}

void
lent_fault_find(struct report *report)
{
    struct hypotheses hypotheses = { 0 };

    if (is_explained(report) || report->inputs.ledger->header->fault_tag == 0) {
        return;
    }
    lent_argue_all(&report->inputs, &hypotheses);
    weigh(&hypotheses);
    if (hypotheses.count == 0 || !is_accused(&report->inputs, &hypotheses)) {
        hypotheses_clear(&hypotheses);
        return;
    }
    add_finding(report, &hypotheses);
}
