#include "report/blame/conclusion.h"

#include "report/blame/kept.h"
#include "report/blame/suspected_sites.h"
#include "report/text/memory.h"

/* So sure must be who takes what thousands take and give back. */
static const double DROWNED_SURE = .5;

/* What the likeliest hypothesis says of the finding. */
static void
conclude(struct finding *finding)
{
    const struct hypothesis *first = finding->hypotheses.items;

    if (finding->hypotheses.count == 0) {
        return;
    }
    finding->confidence = first->function_share;
    finding->type_owed = first->mechanism == MECHANISM_OWES_TYPE;
    if (first->mechanism != MECHANISM_KEPT &&
        first->mechanism != MECHANISM_RELEASED) {
        finding->evidence = 1;
    }
    finding->why = first->why != NULL ? memory_text(first->why) : NULL;
}

/* The likeliest took at least as many as are too many. */
static bool
is_sure(const struct finding *finding)
{
    return finding->confidence >= DROWNED_SURE && finding->site_count > 0 &&
           finding->sites[0].role == ROLE_TAKEN &&
           finding->sites[0].count >= finding->references;
}

void
conclusion_draw(struct report *report, size_t first,
                struct suspect *const *suspects)
{
    size_t kept = first;

    for (size_t i = first; i < report->finding_count; i++) {
        const struct suspect *suspect = suspects[i - first];
        struct finding *finding = &report->findings[i];

        conclude(finding);
        suspected_sites_add(&report->inputs, suspect, finding);
        if ((suspect->drowned && !is_sure(finding)) ||
            (suspect->hidden && !kept_alone(&finding->hypotheses))) {
            finding_clear(finding);
            report->silent[SILENCE_OLDER] += suspect->account_count;
        }
        else {
            report->findings[kept++] = *finding;
        }
    }
    report->finding_count = kept;
}
