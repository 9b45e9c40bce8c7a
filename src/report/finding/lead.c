#include "report/finding/lead.h"

#include <stdlib.h>
#include <string.h>

#include "report/evidence/owned_record.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"
#include "report/text/text.h"

enum { PYTHON_FRAMES_MAX = 256 };

/* How much a Python file is the user's own. */
enum ownership { OWN_INTERPRETER, OWN_INSTALLED, OWN_USER };

static enum ownership
ownership_of(const struct ledger *ledger, uint32_t node)
{
    char *file = ledger_printable(
        ledger,
        ledger_code_at(ledger, ledger_python_node_at(ledger, node)->code)
            ->filename);
    enum ownership own = OWN_USER;

    if (file == NULL || strncmp(file, "<frozen", 7) == 0) {
        own = OWN_INTERPRETER;
    }
    else if (strstr(file, "/site-packages/") != NULL ||
             strstr(file, "/dist-packages/") != NULL) {
        own = OWN_INSTALLED;
    }
    else if (strstr(file, "/lib/python3") != NULL ||
             strstr(file, "/lib64/python3") != NULL) {
        own = OWN_INTERPRETER;
    }
    free(file);
    return own;
}

uint32_t
lead_own_python(const struct ledger *ledger, uint32_t python)
{
    enum ownership best = OWN_INTERPRETER;
    uint32_t found = python;

    for (int i = 0; python != 0 && best < OWN_USER && i < PYTHON_FRAMES_MAX;
         i++) {
        enum ownership own = ownership_of(ledger, python);

        if (own > best) {
            best = own;
            found = python;
        }
        python = ledger_python_node_at(ledger, python)->parent;
    }
    return found;
}

uint32_t
lead_past_library(const struct ledger *ledger, uint32_t python)
{
    for (int i = 0; python != 0 && i < PYTHON_FRAMES_MAX &&
                    ownership_of(ledger, python) == OWN_INTERPRETER;
         i++) {
        python = ledger_python_node_at(ledger, python)->parent;
    }
    return python;
}

static char *
printable(const char *text)
{
    return text != NULL ? text_printable(text, strlen(text)) : NULL;
}

static struct lead_place
native_place(const struct inputs *inputs, const struct stack_frame *frame)
{
    return (struct lead_place){
        .file = printable(frame->file),
        .line = frame->line,
        .function =
            printable(symbols_function(inputs->symbols, frame->function)->name),
    };
}

static struct lead_place
python_place(const struct ledger *ledger, uint32_t python)
{
    const struct ledger_python_node *node =
        ledger_python_node_at(ledger, python);
    const struct ledger_code *code = ledger_code_at(ledger, node->code);
    char *function = ledger_printable(ledger, code->function);

    return (struct lead_place){
        .file = ledger_printable(ledger, code->filename),
        .line = node->line,
        .function = function != NULL ? function : memory_text("?"),
    };
}

/* The evaluation of Python code: no place for a user to look at. */
static bool
is_evaluation(const struct inputs *inputs, const struct stack_frame *frame)
{
    return frame->evaluator ||
           (symbols_function(inputs->symbols, frame->function)->flags &
            FUNCTION_EVALUATOR) != 0;
}

bool
lead_is_told(const struct inputs *inputs, const struct stack_frame *frame)
{
    const char *name = symbols_image_name(inputs->symbols, frame->place->image);

    return name != NULL && strncmp(name, "libffi", 6) == 0;
}

/* The interpreter's own, or of what a binding compiled into the module. */
static bool
is_foreign(const struct inputs *inputs, const struct stack_frame *frame)
{
    uint32_t image = frame->place->image;

    return frame->library ||
           (image != 0 && ledger_image_is_interpreters(inputs->ledger, image));
}

static void
fill_native(struct lead *lead, const struct inputs *inputs,
            const struct finding_site *site, const struct stack_frame *frame)
{
    struct stack_frame forgotten;

    lead->native = native_place(inputs, frame);
    lead->foreign = is_foreign(inputs, frame);
    if (site->blame > 0 && site->evidence.fate.built == NULL &&
        fate_frame(&site->evidence.fate, &forgotten) &&
        forgotten.file != NULL) {
        lead->forgotten = native_place(inputs, &forgotten);
    }
}

/* Did each function of a module, up to the evaluation of Python code, do nothing
   but return what was taken there? */
static bool
is_returned(const struct inputs *inputs, const struct stack *stack,
            size_t frame, bool born)
{
    size_t at = frame;

    for (; at < stack->count && !is_evaluation(inputs, &stack->frames[at]);
         at++) {
        if (ledger_image_is_module(inputs->ledger,
                                   stack->frames[at].place->image) &&
            !fates_returned(inputs->fates, stack, born, at)) {
            return false;
        }
    }
    return at < stack->count;
}

/* Are they merely held, by what Python code or the interpreter did? */
static bool
is_held_by_python(const struct inputs *inputs, const struct finding *finding,
                  const struct lead *lead, const struct stack *stack)
{
    const struct finding_site *site = finding->sites;
    const struct ledger_owned *owned =
        ledger_owned_at(inputs->ledger, finding->owned);

    if (finding->verdict == VERDICT_CYCLE) {
        return lead->foreign;
    }
    return finding->verdict == VERDICT_HELD &&
           (lead->foreign || (owned_is_in_objects(inputs->ledger, owned) &&
                              is_returned(inputs, stack, site->frame,
                                          site->tag == owned->birth)));
}

void
lead_fill(struct lead *lead, const struct inputs *inputs,
          const struct finding *finding)
{
    const struct finding_site *site = finding->sites;
    const struct stack_frame *frame;
    struct stack stack = { 0 };
    uint32_t python;

    *lead = (struct lead){ 0 };
    if (finding->site_count == 0) {
        return;
    }
    finding_stack(inputs, site, &stack);
    frame = site->frame < stack.count ? &stack.frames[site->frame] : NULL;
    python = site->python != 0 ? site->python : stack.python;
    if (frame != NULL) {
        fill_native(lead, inputs, site, frame);
    }
    if (python != 0) {
        lead->python = python_place(inputs->ledger,
                                    lead_own_python(inputs->ledger, python));
        lead->by_python = frame == NULL || is_evaluation(inputs, frame) ||
                          lead_is_told(inputs, frame) ||
                          is_held_by_python(inputs, finding, lead, &stack);
    }
    stack_clear(&stack);
}

void
lead_clear(struct lead *lead)
{
    struct lead_place *places[] = { &lead->native, &lead->forgotten,
                                    &lead->python };

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        free(places[i]->file);
        free(places[i]->function);
    }
    *lead = (struct lead){ 0 };
}

const struct lead_place *
lead_first(const struct lead *lead)
{
    return lead->by_python ? &lead->python : &lead->native;
}
