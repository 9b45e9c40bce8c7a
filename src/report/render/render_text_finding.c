#include "report/render/render_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/finding/phrases.h"
#include "report/input/ledger_load.h"
#include "report/render/advice.h"
#include "report/render/explain.h"
#include "report/text/text.h"
#include "report/text/words.h"

/* A finding is one screen: the rest stands in the JSON report. */
enum {
    SUSPECTS_MAX = 3,
    CONTEXT_MAX = 6,
    SUSPECT_FRAMES = 8,
    PYTHON_FRAMES = 3,         /* of the first suspect */
    CONTEXT_PYTHON_FRAMES = 1, /* of what completes the account */
    MEMBERS_MAX = 6,
};

static void
write_python(FILE *file, const struct report *report, uint32_t index,
             int frames, const char *indent)
{
    const struct ledger *ledger = report->inputs.ledger;

    for (int i = 0; index != 0 && i < frames; i++) {
        const struct ledger_python_node *node =
            ledger_python_node_at(ledger, index);
        const struct ledger_code *code = ledger_code_at(ledger, node->code);
        char *name = ledger_printable(ledger, code->filename);

        fprintf(file, "%s%s ", indent, i == 0 ? "python" : "  from");
        fputs(name != NULL ? words_last_part(name) : "?", file);
        if (node->line != 0) {
            fprintf(file, ":%" PRIu32, node->line);
        }
        fputs(" in ", file);
        phrase_string(file, ledger, code->function);
        if (node->opcode != 0) {
            fputs("  ", file);
            phrase_string(file, ledger, node->opcode);
        }
        putc('\n', file);
        if (i == 0 && frames > CONTEXT_PYTHON_FRAMES) {
            phrase_source(file, &report->inputs, indent, name, node->line);
        }
        free(name);
        index = node->parent;
    }
}

/* Calls what it is told to call: its neighbours say as much. */
static bool
is_glue(const struct report *report, const struct stack_frame *frame)
{
    return (symbols_function(report->inputs.symbols, frame->function)->flags &
            FUNCTION_GLUE) != 0;
}

/*
 * The way from the blamed function down to the change, and its callers up to
 * the evaluation of Python code, where the Python stack goes on.
 */
static void
write_native(FILE *file, const struct report *report, const struct stack *stack,
             size_t blamed, const char *indent)
{
    size_t shown = 0;

    for (size_t i = blamed; i > 0 && shown < SUSPECT_FRAMES; i--) {
        if (!is_glue(report, &stack->frames[i - 1])) {
            fprintf(file, "%scalling ", indent);
            phrase_frame(file, &report->inputs, &stack->frames[i - 1]);
            putc('\n', file);
            shown++;
        }
    }
    for (size_t i = blamed + 1; i < stack->count && shown < SUSPECT_FRAMES &&
                                !stack->frames[i - 1].evaluator;
         i++) {
        if (!is_glue(report, &stack->frames[i])) {
            fprintf(file, "%s     by ", indent);
            phrase_frame(file, &report->inputs, &stack->frames[i]);
            putc('\n', file);
            shown++;
        }
    }
    if (shown == SUSPECT_FRAMES) {
        fprintf(file, "%s    ...\n", indent);
    }
}

/*
 * By which way out the function forgets it, if its code shows one. The line of
 * `shown` is quoted already.
 */
static void
write_forgotten(FILE *file, const struct report *report,
                const struct fate *fate, const struct stack_frame *shown,
                const char *indent)
{
    struct stack_frame frame;

    if (fate->built != NULL || !fate_frame(fate, &frame)) {
        return;
    }
    fprintf(file, "%sforgotten on the way past ", indent);
    words_foreign(file, words_last_part(frame.file));
    fprintf(file, ":%" PRIu32 "\n", frame.line);
    if (shown->file == NULL || frame.line != shown->line ||
        strcmp(frame.file, shown->file) != 0) {
        phrase_frame_source(file, &report->inputs, indent, &frame);
    }
}

static void
write_site(FILE *file, const struct report *report,
           const struct finding *finding, size_t index)
{
    static const char indent[] = "                        ";
    const struct finding_site *site = &finding->sites[index];
    struct stack stack = { 0 };
    char count[TEXT_NUMBER_BYTES];
    char share[32] = "";
    bool suspect = site->blame > 0;
    uint32_t python;

    if (suspect && !finding->taken_twice) {
        snprintf(share, sizeof share, "  [%s%.0f %%]",
                 index == 0 ? "most likely, " : "", site->blame * 100);
    }
    finding_stack(&report->inputs, site, &stack);
    python = site->python != 0 ? site->python : stack.python;
    fprintf(
        file, "  %c %-8s %10s  ", suspect ? '>' : ' ', role_word(site->role),
        site->alone != NULL ? "" : text_number(count, (int64_t)site->count));
    if (site->frame < stack.count) {
        phrase_frame(file, &report->inputs, &stack.frames[site->frame]);
    }
    else {
        fputs(stack.adopted ? "before the recording began" : "?", file);
    }
    fprintf(file, "%s\n", share);
    if (suspect && site->frame < stack.count) {
        phrase_frame_source(file, &report->inputs, indent,
                            &stack.frames[site->frame]);
    }
    if (index == 0 && suspect && site->frame < stack.count) {
        write_forgotten(file, report, &site->evidence.fate,
                        &stack.frames[site->frame], indent);
    }
    if (index == 0 || (suspect && finding->taken_twice)) {
        write_python(file, report, python, PYTHON_FRAMES, indent);
        write_native(file, report, &stack, site->frame, indent);
    }
    else if (!suspect) {
        write_python(file, report, python, CONTEXT_PYTHON_FRAMES, indent);
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

void
render_text_finding(FILE *file, const struct report *report, size_t index)
{
    const struct finding *finding = &report->findings[index];
    size_t suspects = 0, context = 0, hidden = 0;
    char *advice = advice_text(report, finding);

    fprintf(file, "\n%zu. ", index + 1);
    phrase_finding(file, finding);
    fputs("  [", file);
    phrase_verdict(file, finding);
    fputs("]\n", file);
    if (finding->taken_twice) {
        fputs("   These were taken twice in one frame and released once:\n"
              "   each half may be right alone, together one taking is too "
              "many.\n",
              file);
    }
    if (finding->why != NULL) {
        fputs("   ", file);
        words_foreign(file, finding->why);
        fputs(".\n", file);
    }
    write_typical(file, report, finding);
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
    write_members(file, finding);
    render_text_owners(file, finding);
    if (report->explain) {
        explain_write(file, report, finding);
    }
    if (advice != NULL) {
        fprintf(file, "   try: %s\n", advice);
    }
    free(advice);
}
