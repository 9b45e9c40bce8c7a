#include "report/compare/filter.h"

#include <fnmatch.h>
#include <string.h>

#include "report/finding/lead.h"
#include "report/text/words.h"

static bool
is_file(const struct lead_place *place, const char *pattern)
{
    return place->file != NULL &&
           (fnmatch(pattern, place->file, 0) == 0 ||
            fnmatch(pattern, words_last_part(place->file), 0) == 0);
}

static bool
is_in_file(const struct report *report, const struct finding *finding,
           const char *pattern)
{
    struct lead lead;
    bool found;

    lead_fill(&lead, &report->inputs, finding);
    found = is_file(&lead.native, pattern) || is_file(&lead.python, pattern) ||
            is_file(&lead.forgotten, pattern);
    lead_clear(&lead);
    return found;
}

static bool
is_asked_for(const struct report *report, const struct finding *finding,
             const char *type, const char *file)
{
    return (type == NULL ||
            (finding->type != NULL && fnmatch(type, finding->type, 0) == 0)) &&
           (file == NULL || is_in_file(report, finding, file));
}

void
filter_findings(struct report *report, const char *type, const char *file)
{
    size_t kept = 0;

    for (size_t i = 0; i < report->finding_count; i++) {
        struct finding *finding = &report->findings[i];

        if (is_asked_for(report, finding, type, file)) {
            report->findings[kept++] = *finding;
        }
        else {
            finding_clear(finding);
        }
    }
    report->left_out += report->finding_count - kept;
    report->finding_count = kept;
}
