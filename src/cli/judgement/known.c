#include "cli/judgement/known.h"

#include "cli/judgement/check_rules.h"
#include "cli/text/complain.h"
#include "report/compare/baseline.h"

static bool
is_known(struct suppressions *rules, const struct baseline *baseline,
         const struct accused *accused)
{
    const struct accused *before = baseline_find(baseline, accused);

    return suppressions_match(rules, accused) != NULL ||
           (before != NULL && accused->references <= before->references);
}

static size_t
drop_known(struct report *report, struct suppressions *rules,
           const struct baseline *baseline)
{
    size_t kept = 0, dropped;

    for (size_t i = 0; i < report->finding_count; i++) {
        struct accused accused;

        accused_fill(&accused, &report->inputs, &report->findings[i]);
        if (is_known(rules, baseline, &accused)) {
            finding_clear(&report->findings[i]);
        }
        else {
            report->findings[kept++] = report->findings[i];
        }
        accused_clear(&accused);
    }
    dropped = report->finding_count - kept;
    report->finding_count = kept;
    return dropped;
}

bool
known_apply(struct report *report, const char *rules_path,
            const char *baseline_path, struct error *error)
{
    struct suppressions rules = { 0 };
    struct baseline baseline = { 0 };
    bool fine =
        (rules_path == NULL || check_rules_read(&rules, rules_path, error)) &&
        (baseline_path == NULL ||
         baseline_read(&baseline, baseline_path, error));
    size_t dropped = fine ? drop_known(report, &rules, &baseline) : 0;

    report->known = dropped;
    if (dropped > 0) {
        complain(0, "%zu finding%s known, and left out", dropped,
                 dropped == 1 ? " is" : "s are");
    }
    suppressions_clear(&rules);
    baseline_clear(&baseline);
    return fine;
}
