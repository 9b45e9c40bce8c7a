#include "report/render/render.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/reason.h"
#include "report/compare/coverage.h"
#include "report/finding/phrases.h"
#include "report/render/render_text.h"
#include "report/text/text.h"
#include "report/text/words.h"

enum { FINDINGS_MAX = 20 };

static void
write_command(FILE *file, const struct ledger *ledger)
{
    uint32_t length;
    const char *text = ledger_text(ledger, ledger->header->command, &length);
    size_t shown = 0;

    if (text == NULL) {
        putc('?', file);
        return;
    }
    for (const char *end = text + length; text < end && shown < 200;) {
        size_t size = strnlen(text, (size_t)(end - text));
        char *word = text_printable(text, size < 100 ? size : 100);

        fprintf(file, "%s%s", shown > 0 ? " " : "", word);
        free(word);
        shown += size + 1;
        text += size + 1;
    }
    if (shown >= 200) {
        fputs(" ...", file);
    }
}

static void
write_end(FILE *file, const struct report *report)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_header *header = ledger->header;

    switch (report->end) {
    case END_FINISHED:
        fputs("finished", file);
        break;
    case END_RUNNING:
        fputs("still running: this is what is known so far", file);
        break;
    case END_CUT_SHORT:
        fputs("cut short: this is what was known at the last moment", file);
        break;
    case END_STOPPED:
        fprintf(file, "recording stopped: %s",
                reason_text((enum reason)header->reason));
        if (header->reason_text != 0) {
            fputs(" (", file);
            phrase_string(file, ledger, header->reason_text);
            putc(')', file);
        }
        break;
    }
    if (report->end != END_STOPPED && header->end_text != 0) {
        fputs(" (", file);
        phrase_string(file, ledger, header->end_text);
        putc(')', file);
    }
    putc('\n', file);
}

void
render_text_head(FILE *file, const struct report *report)
{
    const struct ledger *ledger = report->inputs.ledger;
    char *version = python_version(ledger->header->python_hexversion);

    fputs("reftally: ", file);
    if (report->finding_count == 0) {
        fputs("no findings", file);
    }
    else {
        fprintf(file, "%zu finding%s", report->finding_count,
                words_plural(report->finding_count));
    }
    fputs(" in ", file);
    write_command(file, ledger);
    fprintf(file, "\n  process %" PRIu64 ", CPython %s, ", ledger->header->pid,
            version != NULL ? version : "?");
    write_end(file, report);
    free(version);
    if (report->end != END_FINISHED) {
        fputs("  objects that were alive cannot be judged: the interpreter "
              "had not let go of them\n",
              file);
    }
    else if (ledger->header->stack_mode == LEDGER_STACK_NONE) {
        fputs("  no stacks were recorded, so no place can be named "
              "(REFTALLY_STACK=none)\n",
              file);
    }
}

bool
render_text(FILE *file, const struct report *report)
{
    size_t shown = report->finding_count < FINDINGS_MAX ? report->finding_count
                                                        : FINDINGS_MAX;

    render_text_head(file, report);
    for (size_t i = 0; i < shown; i++) {
        render_text_finding(file, report, i);
    }
    if (shown < report->finding_count) {
        fprintf(file,
                "\n%zu smaller findings are left out here; "
                "--format=json has them all\n",
                report->finding_count - shown);
    }
    render_text_coverage(file, report);
    return !ferror(file);
}
