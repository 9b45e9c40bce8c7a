/* One test case a finding, which has failed; a single one that passes if there
   is none. */
#include "report/render/render.h"

#include <stdlib.h>
#include <string.h>

#include "report/finding/accused.h"
#include "report/render/advice.h"
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

bool
render_junit(FILE *file, const struct report *report)
{
    size_t count = report->finding_count;

    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites>\n"
            "  <testsuite name=\"reftally\" tests=\"%zu\" failures=\"%zu\">\n",
            count > 0 ? count : 1, count);
    for (size_t i = 0; i < count; i++) {
        write_finding(file, report, &report->findings[i]);
    }
    if (count == 0) {
        fputs("    <testcase classname=\"reftally\" name=\"no findings\"/>\n",
              file);
    }
    fputs("  </testsuite>\n</testsuites>\n", file);
    return !ferror(file);
}
