/* One test case for the run, which passes if it was judged whole, and one a
   finding, which has failed. */
#include "report/render/render.h"

#include <stdlib.h>
#include <string.h>

#include "report/finding/accused.h"
#include "report/render/advice.h"
#include "report/run/judgement.h"
#include "report/text/text.h"

static void
write_finding(FILE *file, const struct report *report,
              const struct finding *finding)
{
    struct accused accused;
    char *text, *place, *advice = advice_text(report, finding);

    accused_fill(&accused, &report->inputs, finding);
    text = accused_text(&accused);
    place = accused_place(&accused);
    fputs("    <testcase classname=\"reftally.", file);
    text_write_escaped(file, accused.verdict);
    fputs("\" name=\"", file);
    text_write_escaped(file, accused.type[0] != '\0' ? accused.type : "?");
    fputs(", ", file);
    text_write_escaped(file, place);
    fputs("\">\n      <failure type=\"", file);
    text_write_escaped(file, accused.verdict);
    fputs("\" message=\"", file);
    text_write_escaped(file, text);
    fputs("\">", file);
    if (advice != NULL) {
        fputs("try: ", file);
        text_write_escaped(file, advice);
    }
    fputs("</failure>\n    </testcase>\n", file);
    free(text);
    free(place);
    free(advice);
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
