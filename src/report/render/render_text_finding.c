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
#include "report/render/render_text_stack.h"
#include "report/text/memory.h"
#include "report/text/text.h"
#include "report/text/words.h"

/* A finding is one screen: the rest stands in the JSON report. */
enum {
    SUSPECTS_MAX = 3,
    CONTEXT_MAX = 6,
    PYTHON_FRAMES = 3,         /* of the first suspect */
    CONTEXT_PYTHON_FRAMES = 1, /* of what completes the account */
    MEMBERS_MAX = 6,
};

static const char INDENT[] = "                        ";

/* The innermost of the Python frames that is the user's own. */
static uint32_t
own_python(const struct report *report, const struct finding *finding,
           uint32_t python)
{
    struct lead lead;
    bool by_python;

    lead_fill(&lead, &report->inputs, finding);
    by_python = lead.by_python;
    lead_clear(&lead);
    return by_python ? lead_own_python(report->inputs.ledger, python) : 0;
}

/* "> taken   20  " and so on, up to the place. */
static void
write_role(FILE *file, const struct report *report,
           const struct finding_site *site)
{
    char count[TEXT_NUMBER_BYTES];
    bool suspect = site->blame > 0;

    fprintf(file, "  %c ", suspect ? '>' : ' ');
    paint(file, report, suspect ? PAINT_TAKEN : PAINT_PLAIN);
    fprintf(file, "%-8s %10s", role_word(site->role),
            site->alone != NULL ? ""
                                : text_number(count, (int64_t)site->count));
    paint(file, report, PAINT_PLAIN);
    fputs("  ", file);
}

/* "  [most likely, 97 %]" */
static void
write_share(FILE *file, const struct finding *finding, size_t index)
{
    const struct finding_site *site = &finding->sites[index];

    if (site->blame > 0 && !finding->taken_twice) {
        fprintf(file, "  [%s%.0f %%]", index == 0 ? "most likely, " : "",
                site->blame * 100);
    }
    putc('\n', file);
}

/* For who writes Python: his own line, its callers, and then what C did. */
static void
write_python_first(FILE *file, const struct report *report,
                   const struct finding *finding, const struct stack *stack,
                   uint32_t own, uint32_t python)
{
    const struct finding_site *site = &finding->sites[0];

    text_stack_python_place(file, report, own);
    write_share(file, finding, 0);
    text_stack_python_source(file, report, own, INDENT);
    text_stack_callers(file, report, own, PYTHON_FRAMES - 1, INDENT);
    if (own != python) {
        fprintf(file, "%sdown to ", INDENT);
        text_stack_python_place(file, report, python);
        putc('\n', file);
    }
    if (site->frame < stack->count) {
        fprintf(file, "%sin C    ", INDENT);
        phrase_frame(file, &report->inputs, &stack->frames[site->frame]);
        putc('\n', file);
    }
}

static void
write_native_first(FILE *file, const struct report *report,
                   const struct finding *finding, size_t index,
                   const struct stack *stack)
{
    const struct finding_site *site = &finding->sites[index];
    const struct stack_frame *frame =
        site->frame < stack->count ? &stack->frames[site->frame] : NULL;
    bool suspect = site->blame > 0;
    uint32_t python = site->python != 0 ? site->python : stack->python;

    if (frame != NULL) {
        phrase_frame(file, &report->inputs, frame);
    }
    else {
        fputs(stack->adopted ? "before the recording began" : "?", file);
    }
    write_share(file, finding, index);
    if (suspect && frame != NULL) {
        phrase_frame_source(file, &report->inputs, INDENT, frame);
    }
    if (index == 0 && suspect && frame != NULL) {
        text_stack_forgotten(file, report, &site->evidence.fate, frame, INDENT);
    }
    if (index == 0 || (suspect && finding->taken_twice)) {
        text_stack_python(file, report, python, PYTHON_FRAMES, INDENT);
        text_stack_native(file, report, stack, site->frame, INDENT);
        text_stack_shadow(file, report, stack, INDENT);
    }
    else if (!suspect) {
        text_stack_python(file, report, python, CONTEXT_PYTHON_FRAMES, INDENT);
    }
}

static void
write_site(FILE *file, const struct report *report,
           const struct finding *finding, size_t index)
{
    const struct finding_site *site = &finding->sites[index];
    struct stack stack = { 0 };
    uint32_t python, own = 0;

    finding_stack(&report->inputs, site, &stack);
    python = site->python != 0 ? site->python : stack.python;
    write_role(file, report, site);
    if (index == 0 && !finding->taken_twice) {
        own = own_python(report, finding, python);
    }
    if (own != 0) {
        write_python_first(file, report, finding, &stack, own, python);
    }
    else {
        write_native_first(file, report, finding, index, &stack);
    }
    stack_clear(&stack);
}

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
        fprintf(file, " and %zu more types",
                finding->member_count - MEMBERS_MAX);
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
    size_t suspects = 0, context = 0, hidden = 0;

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
    for (size_t i = 0; i < finding->site_count; i++) {
        bool suspect = finding->sites[i].blame > 0;

        if (suspect ? suspects < SUSPECTS_MAX : context < CONTEXT_MAX) {
            write_site(file, report, finding, i);
            suspects += suspect;
            context += !suspect;
        }
        else {
            hidden += !suspect;
        }
    }
    if (hidden > 0) {
        fprintf(file, "    and %zu more place%s that balance or add little\n",
                hidden, words_plural(hidden));
    }
    render_text_charge(file, report, finding);
    write_members(file, finding);
    render_text_owners(file, finding);
    if (report->explain) {
        explain_write(file, report, finding);
    }
    write_advice(file, report, finding);
}
