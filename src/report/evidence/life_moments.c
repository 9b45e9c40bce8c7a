#include "report/evidence/life_moments.h"

#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"
#include "report/symbols/stacks.h"
#include "report/text/memory.h"

enum { FRAMES_MAX = 128 }; /* of Python */

static const struct ledger_python_node *
node_at(const struct life *life, uint32_t node)
{
    return ledger_python_node_at(life->inputs->ledger, node);
}

enum ledger_settling
life_settling(const struct life *life, uint32_t node)
{
    return (node_at(life, node)->flags >> LEDGER_PYTHON_SETTLING_SHIFT) & 7;
}

bool
life_same_line(const struct life *life, const struct moment *a,
               const struct moment *b, size_t depth)
{
    if (a->depth <= depth || b->depth <= depth) {
        return a->depth <= depth && b->depth <= depth;
    }
    return ledger_same_line(life->inputs->ledger, a->frames[depth],
                            b->frames[depth]);
}

static bool
begins(const struct life *life, ledger_string text, const char *with)
{
    uint32_t length;
    const char *name = ledger_text(life->inputs->ledger, text, &length);

    return name != NULL && length >= strlen(with) &&
           memcmp(name, with, strlen(with)) == 0;
}

/* The innermost function that is at work there, and does not only count. */
static const struct function *
function_of(const struct life *life, const struct moment *moment,
            bool *evaluator)
{
    const struct inputs *inputs = life->inputs;
    const struct function *function = NULL;
    struct stack stack = { 0 };

    *evaluator = false;
    stacks_fill(inputs->stacks, moment->step->tag, &stack);
    for (size_t f = 0; f < stack.count && function == NULL; f++) {
        const struct function *one =
            symbols_function(inputs->symbols, stack.frames[f].function);

        if ((one->flags & FUNCTION_ALLOCATOR) == 0) {
            function = one;
            *evaluator = stack.frames[f].evaluator;
        }
    }
    stack_clear(&stack);
    return function;
}

static bool
is_named_like(const struct function *function, const char *const *parts,
              size_t count)
{
    for (size_t i = 0; function != NULL && i < count; i++) {
        if (function->name != NULL &&
            strstr(function->name, parts[i]) != NULL) {
            return true;
        }
    }
    return false;
}

bool
life_puts_into_container(const struct life *life, const struct moment *moment)
{
    static const char *const parts[] = { "append",     "Append",    "extend",
                                         "Extend",     "insert",    "Insert",
                                         "set_add",    "Set_Add",   "SetItem",
                                         "setdefault", "SetDefault" };
    bool evaluator;
    const struct function *function = function_of(life, moment, &evaluator);

    return moment->step->change > 0 && !evaluator &&
           is_named_like(function, parts, sizeof parts / sizeof parts[0]);
}

bool
life_is_of_set(const struct life *life, const struct moment *moment)
{
    static const char *const beginnings[] = { "set_", "PySet_", "_PySet_" };
    bool evaluator;
    const struct function *function = function_of(life, moment, &evaluator);

    for (size_t i = 0; function != NULL && function->name != NULL &&
                       i < sizeof beginnings / sizeof beginnings[0];
         i++) {
        if (strncmp(function->name, beginnings[i], strlen(beginnings[i])) ==
            0) {
            return !evaluator && ledger_image_is_interpreters(
                                     life->inputs->ledger, function->image);
        }
    }
    return false;
}

bool
life_ends_variable(const struct life *life, const struct moment *moment)
{
    static const char *const names[] = { "STORE_NAME", "STORE_GLOBAL",
                                         "DELETE_NAME", "DELETE_GLOBAL" };
    static const char *const others[] = { "STORE_ATTR",    "STORE_SUBSCR",
                                          "STORE_SLICE",   "DELETE_ATTR",
                                          "DELETE_SUBSCR", "POP_TOP" };
    static const char *const clearing[] = { "rame", "_PyEval_Vector",
                                            "function_code_fastcall",
                                            "call_function" };
    ledger_string opcode = node_at(life, moment->step->python)->opcode;
    const struct function *function;
    bool evaluator;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (begins(life, opcode, names[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (begins(life, opcode, others[i])) {
            return false;
        }
    }
    function = function_of(life, moment, &evaluator);
    return evaluator || is_named_like(function, clearing,
                                      sizeof clearing / sizeof clearing[0]);
}

/*
 * STORE_FAST takes nothing: 3.11 and 3.12 evaluate it together with the
 * LOAD_FAST behind it, which is of another statement, when both ran often. The
 * library looks which one takes; where it has no room for that, it is not known.
 */
static bool
is_of_next_line(const struct life *life, const struct moment *moment)
{
    return moment->step->change > 0 &&
           begins(life, node_at(life, moment->step->python)->opcode,
                  "STORE_FAST");
}

/* False: they are too many, or not all are known. */
static bool
fill_frames(const struct life *life, struct moment *moment)
{
    uint32_t node = moment->step->python;

    for (; node != 0 && moment->depth < FRAMES_MAX;
         node = node_at(life, node)->parent) {
        if ((node_at(life, node)->flags & LEDGER_PYTHON_CUT) != 0) {
            return false;
        }
        moment->frames[moment->depth++] = node;
    }
    for (size_t i = 0; i < moment->depth / 2; i++) {
        uint32_t other = moment->frames[i];

        moment->frames[i] = moment->frames[moment->depth - 1 - i];
        moment->frames[moment->depth - 1 - i] = other;
    }
    return node == 0;
}

bool
life_fill(struct life *life, const struct inputs *inputs, uint32_t first,
          uint32_t count)
{
    bool known = true;

    *life = (struct life){
        .inputs = inputs,
        .moments = (struct moment *)memory_zeroed(count, sizeof *life->moments),
        .count = count,
    };
    for (uint32_t i = 0; i < count; i++) {
        struct moment *moment = &life->moments[i];

        moment->step = ledger_step_at(inputs->ledger, first + i);
        moment->frames =
            (uint32_t *)memory_zeroed(FRAMES_MAX, sizeof *moment->frames);
        known = known && fill_frames(life, moment) &&
                !is_of_next_line(life, moment);
    }
    return known;
}

void
life_clear(struct life *life)
{
    for (size_t i = 0; i < life->count; i++) {
        free(life->moments[i].frames);
    }
    free(life->moments);
}
