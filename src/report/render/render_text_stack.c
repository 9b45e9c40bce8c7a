#include "report/render/render_text_stack.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/finding/phrases.h"
#include "report/input/ledger_load.h"
#include "report/render/paint.h"
#include "report/text/words.h"

enum { FRAMES_MAX = 8 };

void
text_stack_python_place(FILE *file, const struct report *report, uint32_t index)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_python_node *node =
        ledger_python_node_at(ledger, index);
    const struct ledger_code *code = ledger_code_at(ledger, node->code);
    char *name = ledger_printable(ledger, code->filename);

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
    free(name);
}

void
text_stack_python_source(FILE *file, const struct report *report,
                         uint32_t index, const char *indent)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_python_node *node =
        ledger_python_node_at(ledger, index);
    char *name =
        ledger_printable(ledger, ledger_code_at(ledger, node->code)->filename);

    phrase_source(file, &report->inputs, indent, name, node->line);
    free(name);
}

void
text_stack_callers(FILE *file, const struct report *report, uint32_t index,
                   int frames, const char *indent)
{
    for (int i = 0; i < frames; i++) {
        index = ledger_python_node_at(report->inputs.ledger, index)->parent;
        if (index == 0) {
            return;
        }
        fprintf(file, "%s  from ", indent);
        text_stack_python_place(file, report, index);
        putc('\n', file);
    }
}

void
text_stack_python(FILE *file, const struct report *report, uint32_t index,
                  int frames, const char *indent)
{
    if (index == 0) {
        return;
    }
    fprintf(file, "%spython ", indent);
    text_stack_python_place(file, report, index);
    putc('\n', file);
    if (frames > 1) {
        text_stack_python_source(file, report, index, indent);
    }
    text_stack_callers(file, report, index, frames - 1, indent);
}

/* Calls what it is told to call: its neighbours say as much. */
static bool
is_glue(const struct report *report, const struct stack_frame *frame)
{
    return (symbols_function(report->inputs.symbols, frame->function)->flags &
            FUNCTION_GLUE) != 0;
}

void
text_stack_native(FILE *file, const struct report *report,
                  const struct stack *stack, size_t blamed, const char *indent)
{
    size_t shown = 0;

    for (size_t i = blamed; i > 0 && shown < FRAMES_MAX; i--) {
        if (!is_glue(report, &stack->frames[i - 1])) {
            fprintf(file, "%scalling ", indent);
            phrase_frame(file, &report->inputs, &stack->frames[i - 1]);
            putc('\n', file);
            shown++;
        }
    }
    for (size_t i = blamed + 1; i < stack->count && shown < FRAMES_MAX &&
                                !stack->frames[i - 1].evaluator;
         i++) {
        if (!is_glue(report, &stack->frames[i])) {
            fprintf(file, "%s     by ", indent);
            phrase_frame(file, &report->inputs, &stack->frames[i]);
            putc('\n', file);
            shown++;
        }
    }
    if (shown == FRAMES_MAX) {
        fprintf(file, "%s    ...\n", indent);
    }
}

void
text_stack_shadow(FILE *file, const struct report *report,
                  const struct stack *stack, const char *indent)
{
    const struct stack_frame *shadow = stack_shadow(stack);
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_code *code;
    char *name;

    if (shadow == NULL) {
        return;
    }
    code = ledger_code_at(ledger, shadow->shadowed);
    name = ledger_printable(ledger, code->filename);
    fprintf(file, "%sshadow frame, made from that of %s:%" PRIu32 " ", indent,
            name != NULL ? words_last_part(name) : "?", code->first_line);
    phrase_string(file, ledger, code->function);
    fprintf(file, "\n%s     by ", indent);
    phrase_frame(file, &report->inputs, shadow + 1);
    putc('\n', file);
    free(name);
}

void
text_stack_forgotten(FILE *file, const struct report *report,
                     const struct fate *fate, const struct stack_frame *shown,
                     const char *indent)
{
    struct stack_frame frame;

    if (fate->built != NULL || !fate_frame(fate, &frame) ||
        (shown->file != NULL && frame.line == shown->line &&
         strcmp(frame.file, shown->file) == 0)) {
        return;
    }
    fputs(indent, file);
    paint(file, report, PAINT_LOST);
    fputs("forgotten on the way past ", file);
    words_foreign(file, words_last_part(frame.file));
    fprintf(file, ":%" PRIu32, frame.line);
    paint(file, report, PAINT_PLAIN);
    putc('\n', file);
    phrase_frame_source(file, &report->inputs, indent, &frame);
}
