#include "report/render/samples.h"

#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"
#include "report/text/memory.h"
#include "report/text/text.h"

enum { PYTHON_FRAMES_MAX = 256 };

static void
add_frame(struct sample *sample, char *function, char *file, uint32_t line,
          uint32_t image, bool python)
{
    sample->frames = (struct sample_frame *)memory_room(
        sample->frames, sample->count, sizeof *sample->frames);
    sample->frames[sample->count++] = (struct sample_frame){
        .function = function != NULL ? function : memory_text("?"),
        .file = file,
        .line = line,
        .image = image,
        .python = python,
    };
}

static void
add_python(struct sample *sample, const struct ledger *ledger, uint32_t python)
{
    uint32_t chain[PYTHON_FRAMES_MAX];
    size_t count = 0;

    while (python != 0 && count < PYTHON_FRAMES_MAX) {
        chain[count++] = python;
        python = ledger_python_node_at(ledger, python)->parent;
    }
    while (count > 0) {
        const struct ledger_python_node *node =
            ledger_python_node_at(ledger, chain[--count]);
        const struct ledger_code *code = ledger_code_at(ledger, node->code);

        add_frame(sample, ledger_printable(ledger, code->function),
                  ledger_printable(ledger, code->filename), node->line, 0,
                  true);
    }
}

static void
add_native(struct sample *sample, const struct report *report,
           const struct stack *stack, size_t suspect)
{
    size_t count = 0;

    while (count < stack->count &&
           (count <= suspect || !stack->frames[count].evaluator)) {
        count++;
    }
    for (size_t i = count; i > 0; i--) {
        const struct stack_frame *frame = &stack->frames[i - 1];
        const struct function *function =
            symbols_function(report->inputs.symbols, frame->function);

        if ((function->flags & FUNCTION_GLUE) == 0) {
            add_frame(sample,
                      text_printable(function->name, strlen(function->name)),
                      frame->file == NULL
                          ? NULL
                          : text_printable(frame->file, strlen(frame->file)),
                      frame->line, function->image, false);
        }
    }
}

static void
tell_site(const struct report *report, struct sample *sample,
          const struct finding_site *site, samples_function *tell,
          void *context)
{
    struct stack stack = { 0 };

    if (sample->references == 0) {
        return;
    }
    stacks_fill(report->inputs.stacks, site->tag, &stack);
    sample->site = site;
    sample->count = 0;
    add_python(sample, report->inputs.ledger,
               site->python != 0 ? site->python : stack.python);
    add_native(sample, report, &stack, site->frame);
    tell(context, sample);
    for (size_t i = 0; i < sample->count; i++) {
        free(sample->frames[i].function);
        free(sample->frames[i].file);
    }
    free(sample->frames);
    sample->frames = NULL;
    stack_clear(&stack);
}

void
samples_each(const struct report *report, samples_function *tell, void *context)
{
    for (size_t f = 0; f < report->finding_count; f++) {
        const struct finding *finding = &report->findings[f];
        struct sample sample = { .finding = finding };
        uint64_t left = finding->references;

        for (size_t i = finding->site_count; i > 1; i--) {
            const struct finding_site *site = &finding->sites[i - 1];
            uint64_t share =
                finding->taken_twice
                    ? 0
                    : (uint64_t)((double)finding->references * site->blame);

            sample.references = share < left ? share : left;
            left -= sample.references;
            tell_site(report, &sample, site, tell, context);
        }
        if (finding->site_count > 0) {
            sample.references = left;
            tell_site(report, &sample, &finding->sites[0], tell, context);
        }
    }
}
