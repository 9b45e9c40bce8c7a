#include "report/finding/mend.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"
#include "report/text/memory.h"
#include "report/text/text.h"
#include "report/text/words.h"

static bool
is_c(const char *file)
{
    static const char *const endings[] = { ".c", ".cc", ".cpp", ".cxx" };
    const char *dot = file != NULL ? strrchr(file, '.') : NULL;

    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof endings[0];
         i++) {
        if (strcmp(dot, endings[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* NULL: the source is not what was compiled, or is not there. */
static struct c_code *
code_of(const struct inputs *inputs, const struct stack_frame *frame)
{
    size_t length;
    char *image = ledger_printable(
        inputs->ledger,
        ledger_image_at(inputs->ledger, frame->place->image)->path);
    const char *text =
        inputs->sources != NULL
            ? sources_text(inputs->sources, frame->file, image, &length)
            : NULL;

    free(image);
    return text != NULL ? c_code_read(text, length) : NULL;
}

/* Who gave the reference to the function of the frame; NULL: unknown. */
static const char *
giver_of(const struct inputs *inputs, const struct stack *stack, size_t frame)
{
    for (size_t i = frame; i > 0; i--) {
        const struct function *function =
            symbols_function(inputs->symbols, stack->frames[i - 1].function);

        if ((function->flags & FUNCTION_GLUE) == 0) {
            return (function->flags & FUNCTION_NAMED) != 0 ? function->name
                                                           : NULL;
        }
    }
    return NULL;
}

static bool
read_edit(const struct inputs *inputs, const struct stack *stack,
          const struct finding_site *site, struct mend *edit)
{
    const struct stack_frame *frame = &stack->frames[site->frame];
    const struct fate *fate = &site->evidence.fate;
    const char *giver = giver_of(inputs, stack, site->frame);
    struct stack_frame past;
    struct c_code *code;
    bool found;

    if (fate->built == NULL && (!fate_frame(fate, &past) || past.file == NULL ||
                                strcmp(past.file, frame->file) != 0)) {
        return false;
    }
    code = code_of(inputs, frame);
    if (code == NULL) {
        return false;
    }
    found = fate->built != NULL ? mend_text_built(code, frame->line, edit)
                                : mend_text_forgotten(code, frame->line, giver,
                                                      past.line, edit);
    c_code_free(code);
    return found;
}

bool
mending_find(struct mending *mending, const struct inputs *inputs,
             const struct finding *finding)
{
    const struct finding_site *site = finding->sites;
    struct stack stack = { 0 };
    bool found = false;

    *mending = (struct mending){ 0 };
    if (finding->verdict != VERDICT_SURPLUS || finding->site_count == 0 ||
        site->role != ROLE_TAKEN || site->blame <= 0) {
        return false;
    }
    finding_stack(inputs, site, &stack);
    if (site->frame < stack.count && is_c(stack.frames[site->frame].file) &&
        read_edit(inputs, &stack, site, &mending->edit)) {
        const char *file = stack.frames[site->frame].file;

        mending->file = text_printable(file, strlen(file));
        found = true;
    }
    stack_clear(&stack);
    return found;
}

void
mending_clear(struct mending *mending)
{
    free(mending->file);
    mend_clear(&mending->edit);
    *mending = (struct mending){ 0 };
}

/* "lines 14 and 20"; to be freed. */
static char *
lines_text(const struct mend *edit)
{
    char *text = memory_format("%" PRIu32, edit->lines[0]);

    for (size_t i = 1; i < edit->count; i++) {
        char *longer = memory_format("%s%s%" PRIu32, text,
                                     i + 1 == edit->count ? " and " : ", ",
                                     edit->lines[i]);

        free(text);
        text = longer;
    }
    return text;
}

char *
mending_text(const struct mending *mending)
{
    const struct mend *edit = &mending->edit;
    const char *file = words_last_part(mending->file);
    const char *text = edit->text[0] + strspn(edit->text[0], " \t");
    char *lines = lines_text(edit), *said;

    said = edit->column != 0
               ? memory_format("\"%s\" instead of \"O\" at %s:%s, column "
                               "%" PRIu32,
                               text, file, lines, edit->column)
               : memory_format("put %s before %s:%s", text, file, lines);
    free(lines);
    return said;
}

char *
mending_said(const struct inputs *inputs, const struct finding *finding)
{
    struct mending mending;
    char *text =
        mending_find(&mending, inputs, finding) ? mending_text(&mending) : NULL;

    mending_clear(&mending);
    return text;
}
