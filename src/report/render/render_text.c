#include "report/render/render.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/reason.h"
#include "report/compare/coverage.h"
#include "report/finding/phrases.h"
#include "report/render/paint.h"
#include "report/render/render_text.h"
#include "report/run/judgement.h"
#include "report/run/next_command.h"
#include "report/text/text.h"
#include "report/text/words.h"

enum { FINDINGS_MAX = 20 }; /* unless somebody asks for more */

static void
write_command(FILE *file, const struct ledger *ledger)
{
    uint32_t length;
    const char *text = ledger_text(ledger, ledger->header->command, &length);
    size_t shown = 0;
    char *call = next_command_call(ledger);

    if (call != NULL) {
        fputs(call, file);
        free(call);
        return;
    }
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
write_running(FILE *file, const struct ledger_header *header)
{
    time_t seconds = (time_t)(header->end_realtime_ns / 1000000000);
    struct tm parts;
    char clock[16] = "";

    fputs("still running", file);
    if (header->snapshot != 0 && localtime_r(&seconds, &parts) != NULL &&
        strftime(clock, sizeof clock, "%H:%M:%S", &parts) != 0) {
        fprintf(file, ", as of %s", clock);
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
        write_running(file, header);
        break;
    case END_CUT_SHORT:
        fputs("cut short", file);
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
    if (report->end != END_STOPPED && report->end != END_RUNNING &&
        header->end_text != 0) {
        fputs(" (", file);
        phrase_string(file, ledger, header->end_text);
        putc(')', file);
    }
    putc('\n', file);
}

static void
write_judgement(FILE *file, const struct report *report,
                const struct judgement *judgement)
{
    const char *word =
        judgement->judged == JUDGED_NOT ? "  because " : "  left out: ";
    unsigned column = (unsigned)strlen(word);

    for (size_t i = 0; i < judgement->gap_count; i++) {
        fputs(word, file);
        paint_sentence(file, report, column, column, judgement->gaps[i].text);
    }
    if (judgement->next != NULL) {
        fprintf(file, "  next: %s\n", judgement->next);
    }
}

void
render_text_head(FILE *file, const struct report *report)
{
    const struct ledger *ledger = report->inputs.ledger;
    char *version = python_version(ledger->header->python_hexversion);
    struct judgement judgement;
    char *line;

    judgement_build(&judgement, report);
    line = judgement_line(&judgement);
    fputs("reftally: ", file);
    paint(file, report,
          judgement.judged == JUDGED_WHOLE ? PAINT_GIVEN : PAINT_LOST);
    fputs(line, file);
    paint(file, report, PAINT_PLAIN);
    fputs(": ", file);
    write_command(file, ledger);
    fprintf(file, "\n  process %" PRIu64 ", CPython %s, ", ledger->header->pid,
            version != NULL ? version : "?");
    write_end(file, report);
    write_judgement(file, report, &judgement);
    free(version);
    free(line);
    judgement_clear(&judgement);
}

static void
write_findings(FILE *file, const struct report *report)
{
    size_t most = report->limit != 0 ? report->limit : FINDINGS_MAX;
    size_t shown = report->finding_count < most ? report->finding_count : most;

    for (size_t i = 0; i < shown; i++) {
        render_text_finding(file, report, i);
    }
    if (shown < report->finding_count) {
        fprintf(file, "\n%zu smaller finding%s left out here: see --limit\n",
                report->finding_count - shown,
                report->finding_count - shown == 1 ? " is" : "s are");
    }
    if (report->left_out > 0) {
        fprintf(file, "\n%zu finding%s of other types or files\n",
                report->left_out, report->left_out == 1 ? " is" : "s are");
    }
}

bool
render_text(FILE *file, const struct report *report)
{
    render_text_head(file, report);
    if (report->newborn) {
        render_text_newborn(file, report);
    }
    else {
        write_findings(file, report);
    }
    render_text_coverage(file, report);
    return !ferror(file);
}
