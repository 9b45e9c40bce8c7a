/* One test case for the run, which passes if it was judged whole, and one a
   finding, which has failed. */
#include "report/render/render.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/finding/accused.h"
#include "report/finding/headline.h"
#include "report/finding/lead.h"
#include "report/finding/mend.h"
#include "report/render/advice.h"
#include "report/run/judgement.h"
#include "report/text/memory.h"
#include "report/text/text.h"
#include "report/text/words.h"

static void
write_attribute(FILE *file, const char *name, const char *text)
{
    fprintf(file, " %s=\"", name);
    text_write_escaped(file, text);
    putc('"', file);
}

static const char *
name_of(const struct report *report, const struct lead_place *place)
{
    const char *below = words_below(place->file, report->root);

    return below != NULL ? below : place->file;
}

/* "taken: spam.c:7 in parse" */
static void
write_place(FILE *file, const struct report *report, const char *what,
            const struct lead_place *place)
{
    if (place->function == NULL) {
        return;
    }
    fprintf(file, "%s: ", what);
    if (place->file != NULL) {
        text_write_escaped(file, name_of(report, place));
        fprintf(file, ":%" PRIu32 " in ", place->line);
    }
    text_write_escaped(file, place->function);
    putc('\n', file);
}

static void
write_failure(FILE *file, const struct report *report,
              const struct finding *finding, const struct lead *lead,
              const struct accused *accused)
{
    char *headline = headline_text(&report->inputs, finding);
    char *text = accused_text(accused);
    char *message = memory_format("%s: %s", headline, text);
    char *advice = advice_text(report, finding);
    char *mend = mending_said(&report->inputs, finding);

    fputs("      <failure", file);
    write_attribute(file, "type", accused->verdict);
    write_attribute(file, "message", message);
    putc('>', file);
    if (finding->site_count > 0) {
        write_place(file, report, role_word(finding->sites[0].role),
                    &lead->native);
    }
    write_place(file, report, "forgotten on the way past", &lead->forgotten);
    write_place(file, report, "python", &lead->python);
    if (advice != NULL) {
        fputs("try: ", file);
        text_write_escaped(file, advice);
    }
    if (mend != NULL) {
        fputs("\nfix: ", file);
        text_write_escaped(file, mend);
    }
    fputs("</failure>\n", file);
    free(headline);
    free(text);
    free(message);
    free(advice);
    free(mend);
}

static void
write_finding(FILE *file, const struct report *report,
              const struct finding *finding)
{
    struct accused accused;
    struct lead lead;
    const struct lead_place *first;
    char *place, *name, *class;

    accused_fill(&accused, &report->inputs, finding);
    lead_fill(&lead, &report->inputs, finding);
    first = lead_first(&lead);
    place = accused_place(&accused);
    name = memory_format("%s, %s", accused.type[0] != '\0' ? accused.type : "?",
                         place);
    class = memory_format("reftally.%s", accused.verdict);
    fputs("    <testcase", file);
    write_attribute(file, "classname", class);
    write_attribute(file, "name", name);
    if (first->file != NULL) {
        write_attribute(file, "file", name_of(report, first));
        fprintf(file, " line=\"%" PRIu32 "\"", first->line);
    }
    fputs(">\n", file);
    write_failure(file, report, finding, &lead, &accused);
    fputs("    </testcase>\n", file);
    free(place);
    free(name);
    free(class);
    lead_clear(&lead);
    accused_clear(&accused);
}

/* What was not judged is no success. */
static void
write_judgement(FILE *file, const struct judgement *judgement, const char *line)
{
    const char *word = judgement->judged == JUDGED_NOT ? "error" : "skipped";

    fputs("    <testcase classname=\"reftally\" name=\"judgement\"", file);
    if (judgement->judged == JUDGED_WHOLE) {
        fputs("/>\n", file);
        return;
    }
    fprintf(file, ">\n      <%s message=\"", word);
    text_write_escaped(file, line);
    for (size_t i = 0; i < judgement->gap_count; i++) {
        fputs(i == 0 ? ": " : "; ", file);
        text_write_escaped(file, judgement->gaps[i].text);
    }
    fputs("\"/>\n", file);
    if (judgement->next != NULL) {
        fputs("      <system-out>next: ", file);
        text_write_escaped(file, judgement->next);
        fputs("</system-out>\n", file);
    }
    fputs("    </testcase>\n", file);
}

bool
render_junit(FILE *file, const struct report *report)
{
    size_t count = report->finding_count;
    struct judgement judgement;
    char *line;

    judgement_build(&judgement, report);
    line = judgement_line(&judgement);
    fprintf(file, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<testsuites>\n"
                  "  <testsuite name=\"reftally: ");
    text_write_escaped(file, line);
    fprintf(file,
            "\" tests=\"%zu\" failures=\"%zu\" errors=\"%d\" "
            "skipped=\"%d\">\n",
            count + 1, count, judgement.judged == JUDGED_NOT,
            judgement.judged == JUDGED_IN_PART);
    write_judgement(file, &judgement, line);
    for (size_t i = 0; i < count; i++) {
        write_finding(file, report, &report->findings[i]);
    }
    fputs("  </testsuite>\n</testsuites>\n", file);
    free(line);
    judgement_clear(&judgement);
    return !ferror(file);
}
