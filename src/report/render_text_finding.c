#include "report/render_text.h"

#include <inttypes.h>
#include <stdlib.h>

#include "report/ledger_load.h"
#include "report/text.h"
#include "report/words.h"

/* A finding is one screen: the rest stands in the JSON report. */
enum {
    SUSPECTS_MAX = 3,
    CONTEXT_MAX = 6,
    SUSPECT_FRAMES = 12,
    PYTHON_FRAMES = 4,
};

static void
write_python(FILE *file, const struct report *report, uint32_t index,
             const char *indent)
{
    const struct ledger *ledger = report->ledger;

    for (int i = 0; index != 0 && i < PYTHON_FRAMES; i++) {
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
        words_string(file, ledger, code->function);
        if (node->opcode != 0) {
            fputs("  ", file);
            words_string(file, ledger, node->opcode);
        }
        putc('\n', file);
        free(name);
        index = node->parent;
    }
}

/* The way from the blamed function down to the change, and its callers. */
static void
write_native(FILE *file, const struct report *report, const struct stack *stack,
             size_t blamed, const char *indent)
{
    size_t shown = 0;

    for (size_t i = blamed; i > 0 && shown < SUSPECT_FRAMES; i--, shown++) {
        fprintf(file, "%scalling ", indent);
        words_frame(file, report, &stack->frames[i - 1]);
        putc('\n', file);
    }
    for (size_t i = blamed + 1; i < stack->count && shown < SUSPECT_FRAMES;
         i++, shown++) {
        fprintf(file, "%s     by ", indent);
        words_frame(file, report, &stack->frames[i]);
        putc('\n', file);
    }
    if (shown == SUSPECT_FRAMES) {
        fprintf(file, "%s    ...\n", indent);
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
    stacks_fill(report->stacks, site->tag, &stack);
    python = site->python != 0 ? site->python : stack.python;
    fprintf(file, "  %c %-8s %10s  ", suspect ? '>' : ' ',
            role_word(site->role), text_number(count, (int64_t)site->count));
    if (site->frame < stack.count) {
        words_frame(file, report, &stack.frames[site->frame]);
    }
    else {
        fputs(stack.adopted ? "before the recording began" : "?", file);
    }
    fprintf(file, "%s\n", share);
    if (index == 0 || (suspect && finding->taken_twice)) {
        write_python(file, report, python, indent);
        write_native(file, report, &stack, site->frame, indent);
    }
    else if (!suspect) {
        write_python(file, report, python, indent);
    }
    stack_clear(&stack);
}

/* To the two digits that are printed. */
static bool
is_whole(double number)
{
    return number > 1e12 || (uint64_t)(number * 100 + .5) % 100 == 0;
}

/* ", grows by 1 per call, r²=1.00" */
static void
write_growth(FILE *file, const struct growth_line *growth)
{
    const char *each = growth->per_call ? "call" : "checkpoint";

    switch (growth->kind) {
    case GROWTH_UNKNOWN:
        break;
    case GROWTH_NONE:
        fputs(", does not grow", file);
        break;
    case GROWTH_LINEAR:
        fprintf(file, ", grows by %.*f per %s, r²=%.2f",
                is_whole(growth->slope) ? 0 : 2, growth->slope, each,
                growth->r2);
        break;
    case GROWTH_SATURATES:
        fputs(", grew and stopped", file);
        break;
    case GROWTH_NOISE:
        fprintf(file, ", grows unsteadily, r²=%.2f", growth->r2);
        break;
    }
}

void
render_text_finding(FILE *file, const struct report *report, size_t index)
{
    const struct finding *finding = &report->findings[index];
    char references[TEXT_NUMBER_BYTES], objects[TEXT_NUMBER_BYTES];
    size_t suspects = 0, context = 0, hidden = 0;

    fprintf(file, "\n%zu. %s reference%s too %s to %s %s object%s  [%s%s",
            index + 1, text_number(references, (int64_t)finding->references),
            words_plural(finding->references),
            finding->verdict == VERDICT_DEFICIT ? "few" : "many",
            text_number(objects, (int64_t)finding->objects),
            finding->type != NULL ? finding->type : "?",
            words_plural(finding->objects), verdict_word(finding->verdict),
            finding->taken_twice ? ", taken twice in one frame" : "");
    write_growth(file, &finding->growth);
    fputs("]\n", file);
    if (finding->taken_twice) {
        fputs("   These were taken twice in one frame and released once:\n"
              "   each half may be right alone, together one taking is too "
              "many.\n",
              file);
    }
    if (finding->healthy > 0) {
        fprintf(file, "   %s others, born alike, were given back.\n",
                text_number(objects, (int64_t)finding->healthy));
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
}
