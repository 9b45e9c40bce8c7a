/*
 * One line a stack, as flame graph programs read them: frames from the outside
 * inward, separated by semicolons, and the number of references. The Python
 * frames come first, then the C functions below the innermost of them.
 */
#include "report/render.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/ledger_load.h"
#include "report/text.h"
#include "report/words.h"

enum { PYTHON_FRAMES_MAX = 256 };

/* A name that is neither a separator nor the end of the line. */
static void
write_name(FILE *file, const char *name)
{
    char *printable = text_printable(name, strlen(name));

    for (char *at = strchr(printable, ';'); at != NULL; at = strchr(at, ';')) {
        *at = ':';
    }
    fputs(printable, file);
    free(printable);
}

static void
write_code(FILE *file, const struct ledger *ledger, uint32_t python)
{
    const struct ledger_python_node *node =
        ledger_python_node_at(ledger, python);
    const struct ledger_code *code = ledger_code_at(ledger, node->code);
    char *function = ledger_printable(ledger, code->function);
    char *name = ledger_printable(ledger, code->filename);

    putc(';', file);
    write_name(file, function != NULL ? function : "?");
    fputs(" (", file);
    write_name(file, name != NULL ? words_last_part(name) : "?");
    if (node->line != 0) {
        fprintf(file, ":%" PRIu32, node->line);
    }
    putc(')', file);
    free(function);
    free(name);
}

static void
write_python(FILE *file, const struct ledger *ledger, uint32_t python)
{
    uint32_t chain[PYTHON_FRAMES_MAX];
    size_t count = 0;

    while (python != 0 && count < PYTHON_FRAMES_MAX) {
        chain[count++] = python;
        python = ledger_python_node_at(ledger, python)->parent;
    }
    while (count > 0) {
        write_code(file, ledger, chain[--count]);
    }
}

static void
write_native(FILE *file, const struct report *report, const struct stack *stack)
{
    size_t count = 0;

    while (count < stack->count && !stack->frames[count].evaluator) {
        count++;
    }
    for (size_t i = count; i > 0; i--) {
        const struct function *function =
            symbols_function(report->symbols, stack->frames[i - 1].function);

        if ((function->flags & FUNCTION_GLUE) == 0) {
            putc(';', file);
            write_name(file, function->name);
        }
    }
}

static void
write_site(FILE *file, const struct report *report,
           const struct finding *finding, const struct finding_site *site,
           uint64_t references)
{
    struct stack stack = { 0 };

    if (references == 0) {
        return;
    }
    stacks_fill(report->stacks, site->tag, &stack);
    fprintf(file, "%s of ", verdict_word(finding->verdict));
    write_name(file, finding->type != NULL ? finding->type : "?");
    write_python(file, report->ledger,
                 site->python != 0 ? site->python : stack.python);
    write_native(file, report, &stack);
    fprintf(file, " %" PRIu64 "\n", references);
    stack_clear(&stack);
}

/* The references are shared out by suspicion. */
bool
render_collapsed(FILE *file, const struct report *report)
{
    for (size_t f = 0; f < report->finding_count; f++) {
        const struct finding *finding = &report->findings[f];
        uint64_t left = finding->references;

        for (size_t i = finding->site_count; i > 1; i--) {
            const struct finding_site *site = &finding->sites[i - 1];
            uint64_t share =
                finding->taken_twice
                    ? 0
                    : (uint64_t)((double)finding->references * site->blame);

            share = share < left ? share : left;
            write_site(file, report, finding, site, share);
            left -= share;
        }
        if (finding->site_count > 0) {
            write_site(file, report, finding, &finding->sites[0], left);
        }
    }
    return !ferror(file);
}
