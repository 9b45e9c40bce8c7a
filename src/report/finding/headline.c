#include "report/finding/headline.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"
#include "report/text/memory.h"
#include "report/text/text.h"
#include "report/text/words.h"

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
headline_own_python(const struct ledger *ledger, uint32_t python)
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

/* "app.py:12 in load"; to be freed. */
static char *
python_place(const struct ledger *ledger, uint32_t python)
{
    const struct ledger_python_node *node =
        ledger_python_node_at(ledger, python);
    const struct ledger_code *code = ledger_code_at(ledger, node->code);
    char *file = ledger_printable(ledger, code->filename);
    char *function = ledger_printable(ledger, code->function);
    char *place = memory_format("%s:%" PRIu32 " in %s",
                                file != NULL ? words_last_part(file) : "?",
                                node->line, function != NULL ? function : "?");

    free(file);
    free(function);
    return place;
}

/* "parse (spam.c:7)"; to be freed. */
static char *
native_place(const struct inputs *inputs, const struct stack_frame *frame)
{
    const char *name = symbols_function(inputs->symbols, frame->function)->name;
    char *function = text_printable(name, strlen(name)), *file, *place;

    if (frame->file == NULL) {
        return function;
    }
    file = text_printable(frame->file, strlen(frame->file));
    place = memory_format("%s (%s:%" PRIu32 ")", function,
                          words_last_part(file), frame->line);
    free(function);
    free(file);
    return place;
}

/* The evaluation of Python code: no place for a user to look at. */
static bool
is_evaluation(const struct inputs *inputs, const struct stack_frame *frame)
{
    return frame->evaluator ||
           (symbols_function(inputs->symbols, frame->function)->flags &
            FUNCTION_EVALUATOR) != 0;
}

static bool
is_interpreter(const struct inputs *inputs, const struct stack_frame *frame)
{
    uint32_t image = frame->place->image;

    return image != 0 && (ledger_image_at(inputs->ledger, image)->flags &
                          LEDGER_IMAGE_MAIN) != 0;
}

/*
 * Whom the sentence is about: C, unless that is nobody's line, with the Python
 * line that led to the interpreter's own functions.
 */
static char *
actor(const struct inputs *inputs, const struct finding *finding,
      const struct stack *stack)
{
    const struct finding_site *site = &finding->sites[0];
    uint32_t python = headline_own_python(
        inputs->ledger, site->python != 0 ? site->python : stack->python);
    const struct stack_frame *frame =
        site->frame < stack->count ? &stack->frames[site->frame] : NULL;
    char *native, *line, *both;

    if (frame == NULL && python == 0) {
        return NULL;
    }
    if (frame == NULL || (python != 0 && (is_evaluation(inputs, frame) ||
                                          (finding->verdict == VERDICT_HELD &&
                                           is_interpreter(inputs, frame))))) {
        return python_place(inputs->ledger, python);
    }
    native = native_place(inputs, frame);
    if (python == 0 || !is_interpreter(inputs, frame)) {
        return native;
    }
    line = python_place(inputs->ledger, python);
    both = memory_format("%s, below %s,", native, line);
    free(native);
    free(line);
    return both;
}

/* ", and forgets it on the way past line 13" or nothing; to be freed. */
static char *
forgetting(const struct finding_site *site, const struct stack_frame *taken)
{
    struct stack_frame frame;
    char *file, *text;

    if (site->evidence.fate.built != NULL ||
        !fate_frame(&site->evidence.fate, &frame) || frame.file == NULL) {
        return memory_text(" that nobody gives back");
    }
    if (taken->file != NULL && strcmp(taken->file, frame.file) == 0) {
        return memory_format(" and forgets it on the way past line %" PRIu32,
                             frame.line);
    }
    file = text_printable(frame.file, strlen(frame.file));
    text = memory_format(" and forgets it on the way past %s:%" PRIu32,
                         words_last_part(file), frame.line);
    free(file);
    return text;
}

static char *
about_surplus(const struct finding *finding, const struct stack *stack,
              const char *who, const char *objects)
{
    const struct finding_site *site = &finding->sites[0];
    char *forgotten, *text;

    if (finding->type_owed) {
        return memory_format("%s does not give back the type of its instances",
                             who);
    }
    if (site->role == ROLE_OVERWROTE) {
        return memory_format("%s writes over what held %s, and does not "
                             "release it",
                             who, objects);
    }
    if (site->role == ROLE_LET_GO) {
        return memory_format("%s lets go of %s without a release", who,
                             objects);
    }
    if (finding->taken_twice) {
        return memory_format("%s takes a reference to %s that is taken once "
                             "more in the same frame",
                             who, objects);
    }
    forgotten = site->frame < stack->count && site->blame > 0
                    ? forgetting(site, &stack->frames[site->frame])
                    : memory_text(" that nobody gives back");
    text =
        memory_format("%s takes a reference to %s%s", who, objects, forgotten);
    free(forgotten);
    return text;
}

static char *
about_held(const struct finding *finding, const char *who, const char *objects)
{
    const struct owner_summary *owners = &finding->owners;
    char *way, *text;

    if (owners->way_count == 0) {
        return memory_format("%s keeps %s", who, objects);
    }
    way = text_printable(owners->ways[0].text, strlen(owners->ways[0].text));
    text = memory_format("%s keeps %s, as in %s", who, objects, way);
    free(way);
    return text;
}

static char *
sentence(const struct finding *finding, const struct stack *stack,
         const char *who, const char *objects)
{
    switch (finding->verdict) {
    case VERDICT_HELD:
        return about_held(finding, who, objects);
    case VERDICT_DEFICIT:
        return memory_format("%s releases %s more often than it was taken", who,
                             objects);
    case VERDICT_CYCLE:
        return memory_format("%s makes %s, and they own each other", who,
                             objects);
    default:
        return about_surplus(finding, stack, who, objects);
    }
}

char *
headline_text(const struct inputs *inputs, const struct finding *finding)
{
    struct stack stack = { 0 };
    const char *name = finding->type != NULL ? finding->type : "?";
    char *type = text_printable(name, strlen(name)), *who = NULL, *text;
    char *objects =
        memory_format("%s %s", finding->objects == 1 ? "one" : "each", type);

    if (finding->site_count > 0) {
        finding_stack(inputs, &finding->sites[0], &stack);
        who = actor(inputs, finding, &stack);
    }
    if (who != NULL) {
        text = sentence(finding, &stack, who, objects);
    }
    else {
        text = memory_format("%s %s: %s", type,
                             finding->objects == 1 ? "object" : "objects",
                             verdict_text(finding->verdict));
        text[strlen(text) - 1] = '\0'; /* the full stop */
    }
    stack_clear(&stack);
    free(objects);
    free(type);
    free(who);
    return text;
}
