#include "report/render/render_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/finding/headline.h"
#include "report/finding/lead.h"
#include "report/finding/mend.h"
#include "report/finding/phrases.h"
#include "report/input/ledger_load.h"
#include "report/render/advice.h"
#include "report/render/explain.h"
#include "report/render/paint.h"
#include "report/render/render_text_sites.h"
#include "report/text/memory.h"
#include "report/text/text.h"
#include "report/text/words.h"

/* A finding is one screen: the rest stands in the JSON report. */
enum { MEMBERS_MAX = 6 };

/* What became of one of the objects, in numbers. */
static void
write_typical(FILE *file, const struct report *report,
              const struct finding *finding)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_account *account =
        ledger_account_at(ledger, finding->typical);
    char taken_text[TEXT_NUMBER_BYTES], released_text[TEXT_NUMBER_BYTES];
    uint64_t taken = 0, released = 0;

    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        taken += ledger_entry_at(ledger, e)->taken;
        released += ledger_entry_at(ledger, e)->released;
    }
    if (taken + released > 0) {
        fprintf(file, "   %s was taken %s time%s and released %s time%s.\n",
                finding->objects > 1 ? "A typical one" : "It",
                text_number(taken_text, (int64_t)taken), words_plural(taken),
                text_number(released_text, (int64_t)released),
                words_plural(released));
    }
}

/* Where several run at a time. */
static void
write_interpreters(FILE *file, const struct finding *finding)
{
    const struct finding_interpreter *items = finding->interpreters;
    char objects[TEXT_NUMBER_BYTES];

    if (finding->interpreter_count == 1) {
        fprintf(file, "   All in interpreter %" PRIu64 ".\n", items[0].number);
        return;
    }
    for (size_t i = 0; i < finding->interpreter_count && i < MEMBERS_MAX; i++) {
        fprintf(file, "%s%s in interpreter %" PRIu64, i == 0 ? "   " : ", ",
                text_number(objects, (int64_t)items[i].objects),
                items[i].number);
    }
    if (finding->interpreter_count > MEMBERS_MAX) {
        fprintf(file, ", and in %zu more",
                finding->interpreter_count - MEMBERS_MAX);
    }
    if (finding->interpreter_count > 0) {
        fputs(".\n", file);
    }
}

/* What hangs on the objects. */
static void
write_members(FILE *file, const struct finding *finding)
{
    char count[TEXT_NUMBER_BYTES];

    for (size_t i = 0; i < finding->member_count && i < MEMBERS_MAX; i++) {
        fprintf(file, "%s%s ", i == 0 ? "    with      " : ", ",
                text_number(count, (int64_t)finding->members[i].objects));
        words_foreign(file, finding->members[i].type);
    }
    if (finding->member_count > MEMBERS_MAX) {
        size_t more = finding->member_count - MEMBERS_MAX;

        fprintf(file, " and %zu more type%s", more, words_plural(more));
    }
    if (finding->member_count > 0) {
        putc('\n', file);
    }
}

/* The headline, the numbers and the verdict. */
static void
write_title(FILE *file, const struct report *report, size_t index)
{
    const struct finding *finding = &report->findings[index];
    char *headline = headline_text(&report->inputs, finding);

    putc('\n', file);
    paint(file, report, PAINT_TITLE);
    fprintf(file, "%zu. ", index + 1);
    paint_sentence(file, report, 3, 3, headline);
    paint(file, report, PAINT_PLAIN);
    fputs("   ", file);
    phrase_finding(file, finding);
    fputs("  [", file);
    phrase_verdict(file, finding);
    fputs("]\n", file);
    free(headline);
}

/* What the numbers below belong to. */
static void
write_recorded(FILE *file, const struct finding *finding)
{
    char number[TEXT_NUMBER_BYTES];

    if (finding->recorded > 0 && finding->recorded < finding->objects) {
        fprintf(file,
                "   %s of them %s recorded with stacks, the others counted.\n",
                text_number(number, (int64_t)finding->recorded),
                finding->recorded == 1 ? "was" : "were");
    }
}

static void
write_why(FILE *file, const struct report *report,
          const struct finding *finding)
{
    char *printable, *sentence;
    bool said = finding->site_count > 0 &&
                finding->sites[0].role == ROLE_LEFT_OUT; /* by the headline */

    if (finding->why == NULL || said) {
        return;
    }
    printable = text_printable(finding->why, strlen(finding->why));
    sentence = memory_format("%s.", printable);
    fputs("   ", file);
    paint_sentence(file, report, 3, 3, sentence);
    free(sentence);
    free(printable);
}

static void
write_sentence(FILE *file, const struct report *report, const char *word,
               const char *text)
{
    paint(file, report, PAINT_GIVEN);
    fprintf(file, "   %s:", word);
    paint(file, report, PAINT_PLAIN);
    putc(' ', file);
    paint_sentence(file, report, 8, 8, text);
}

static void
write_advice(FILE *file, const struct report *report,
             const struct finding *finding)
{
    char *advice = advice_text(report, finding);
    char *mend = mending_said(&report->inputs, finding);

    if (advice != NULL) {
        write_sentence(file, report, "try", advice);
    }
    if (mend != NULL) {
        write_sentence(file, report, "fix", mend);
    }
    free(advice);
    free(mend);
}

void
render_text_finding(FILE *file, const struct report *report, size_t index)
{
    const struct finding *finding = &report->findings[index];

    write_title(file, report, index);
    if (finding->taken_twice) {
        fputs("   These were taken twice in one frame and released once:\n"
              "   each half may be right alone, together one taking is too "
              "many.\n",
              file);
    }
    write_why(file, report, finding);
    write_typical(file, report, finding);
    write_recorded(file, finding);
    write_interpreters(file, finding);
    if (finding->healthy > 0) {
        fputs("   ", file);
        phrase_healthy(file, finding);
        putc('\n', file);
    }
    text_sites_write(file, report, finding);
    render_text_charge(file, report, finding);
    write_members(file, finding);
    render_text_owners(file, finding);
    if (report->explain) {
        explain_write(file, report, finding);
    }
    write_advice(file, report, finding);
}
