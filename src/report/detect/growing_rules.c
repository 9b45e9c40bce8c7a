#include "report/detect/growing_rules.h"

#include <stdlib.h>
#include <string.h>

#include "report/evidence/imported.h"
#include "report/evidence/unowned.h"
#include "report/finding/lead.h"
#include "report/input/ledger_load.h"

/* Parts of the library that run for as long as the program does, and call what
   it has given them. */
static const char *const runners[] = { "/asyncio/",     "/unittest/",
                                       "/wsgiref/",     "/socketserver.py",
                                       "/sched.py",     "/http/server.py",
                                       "/timeit.py",    "/cmd.py",
                                       "/threading.py", NULL };
static const char *const pools[] = { "/multiprocessing/", "/concurrent/",
                                     NULL };

/* From here outward, as far as the code is the standard library's. */
static bool
is_in_library(const struct ledger *ledger, uint32_t python,
              const char *const *parts)
{
    uint32_t end = lead_past_library(ledger, python);
    bool found = false;

    while (python != end && !found) {
        const struct ledger_python_node *node =
            ledger_python_node_at(ledger, python);
        char *file = ledger_printable(
            ledger, ledger_code_at(ledger, node->code)->filename);

        for (size_t i = 0; file != NULL && parts[i] != NULL; i++) {
            found |= strstr(file, parts[i]) != NULL;
        }
        free(file);
        python = node->parent;
    }
    return found;
}

/* While the interpreter was set up, or a module was imported. */
static bool
is_set_up(const struct report *report, uint32_t birth, uint32_t python)
{
    return stacks_in_setup(report->inputs.stacks, birth) ||
           (stacks_flags(report->inputs.stacks, birth) & FUNCTION_IMPORT) !=
               0 ||
           imported_at(report->inputs.ledger, python);
}

static char *
function_of(const struct ledger *ledger, uint32_t python)
{
    const struct ledger_python_node *node =
        ledger_python_node_at(ledger, python);

    return ledger_printable(ledger,
                            ledger_code_at(ledger, node->code)->function);
}

/* Of any class; from 3.11 on its name stands before. */
static bool
is_init(const char *function)
{
    const char *dot = function != NULL ? strrchr(function, '.') : NULL;

    return function != NULL &&
           strcmp(dot != NULL ? dot + 1 : function, "__init__") == 0;
}

static bool
is_load(const struct ledger *ledger, uint32_t python)
{
    static const char load[] = "LOAD_";
    uint32_t length;
    const char *opcode = ledger_text(
        ledger, ledger_python_node_at(ledger, python)->opcode, &length);

    return opcode != NULL && length >= sizeof load - 1 &&
           memcmp(opcode, load, sizeof load - 1) == 0;
}

/*
 * The frame that makes the object, or has the standard library make it. Where
 * only the object's own __init__ is known to have loaded it last, that passes it
 * by, and does not store it.
 */
static uint32_t
maker_of(const struct ledger *ledger, uint32_t python)
{
    if (!is_in_library(ledger, python, runners)) {
        python = lead_past_library(ledger, python);
    }
    while (python != 0) {
        char *name = function_of(ledger, python);
        bool passes = is_init(name) && is_load(ledger, python);

        free(name);
        if (!passes) {
            break;
        }
        python = ledger_python_node_at(ledger, python)->parent;
    }
    return python;
}

/* What becomes of a value there. */
static enum ledger_settling
settling_at(const struct ledger *ledger, uint32_t python)
{
    uint32_t flags = ledger_python_node_at(ledger, python)->flags;

    return (enum ledger_settling)(flags >> LEDGER_PYTHON_SETTLING_SHIFT & 7);
}

/* An instruction that has loaded it for what makes something new of it. */
static bool
is_only_used(const struct ledger *ledger, uint32_t python)
{
    return is_load(ledger, python) &&
           settling_at(ledger, python) == LEDGER_SETTLING_UNKNOWN;
}

/* Of what was only returned, whoever asked for it keeps it; who has used it last
   does not. */
static uint32_t
keeper_of(const struct ledger *ledger, struct growing_making making)
{
    uint32_t python = making.born != 0 && is_only_used(ledger, making.python)
                          ? making.born
                          : making.python;

    while (making.returned && python != 0 &&
           settling_at(ledger, python) == LEDGER_SETTLING_RETURNED) {
        python = ledger_python_node_at(ledger, python)->parent;
    }
    return maker_of(ledger, python != 0 ? python : making.python);
}

/* What a pool's own thread received: whoever asked the pool for it has it, and
   no line of theirs stands around it. */
static bool
is_handed_over(const struct ledger *ledger, uint32_t python)
{
    return python != 0 && lead_past_library(ledger, python) == 0 &&
           is_in_library(ledger, python, pools);
}

/* Whether the function is still at it when the program ends, or is asked. */
static bool
is_running(const struct ledger *ledger, uint32_t maker)
{
    const struct ledger_census *last = unowned_census(ledger);
    uint32_t code = ledger_python_node_at(ledger, maker)->code;
    uint32_t at = last == NULL ? 0 : last->python;

    while (at != 0 && ledger_python_node_at(ledger, at)->code != code) {
        at = ledger_python_node_at(ledger, at)->parent;
    }
    return at != 0;
}

static bool
is_in_loop(const struct ledger *ledger, uint32_t python)
{
    return (ledger_python_node_at(ledger, python)->flags &
            LEDGER_PYTHON_LOOP) != 0;
}

/*
 * Whether all of it was made by one call of the function, in a loop of that, or
 * by what that called: nothing around is in a loop, up to the program's top
 * level. A table is read so, and a batch keeps its results; what a program does
 * again and again, for each request, it calls again.
 */
static bool
is_of_one_call(const struct report *report, struct growing_making making)
{
    const struct ledger *ledger = report->inputs.ledger;
    uint32_t maker = keeper_of(ledger, making), outermost = maker;
    char *name;
    bool is;

    if (maker == 0 || !(making.at_once || is_in_loop(ledger, maker)) ||
        is_running(ledger, maker)) {
        return false;
    }
    for (uint32_t at = ledger_python_node_at(ledger, maker)->parent; at != 0;
         at = ledger_python_node_at(ledger, at)->parent) {
        if (is_in_loop(ledger, at)) {
            return false;
        }
        outermost = at;
    }
    name = function_of(ledger, outermost);
    is = name != NULL && strcmp(name, "<module>") == 0 &&
         (ledger_python_node_at(ledger, outermost)->flags &
          LEDGER_PYTHON_CUT) == 0;
    free(name);
    return is;
}

/* Code that stands in a function, or at the top level, and is called apart. */
static bool
is_within(const char *function)
{
    static const char *const names[] = { "<listcomp>", "<dictcomp>",
                                         "<setcomp>",  "<genexpr>",
                                         "<lambda>",   NULL };
    const char *dot = strrchr(function, '.');
    size_t i = 0;

    function = dot != NULL ? dot + 1 : function;
    while (names[i] != NULL && strcmp(function, names[i]) != 0) {
        i++;
    }
    return names[i] != NULL;
}

/* A comprehension is part of what calls it, and so is a short function. */
static bool
is_at_top_level(const struct ledger *ledger, uint32_t python)
{
    char *name = python != 0 ? function_of(ledger, python) : NULL;
    bool is;

    while (name != NULL && is_within(name)) {
        free(name);
        python = ledger_python_node_at(ledger, python)->parent;
        name = python != 0 ? function_of(ledger, python) : NULL;
    }
    is = name != NULL && strcmp(name, "<module>") == 0;
    free(name);
    return is;
}

/*
 * What a program or a module makes at its top level, in a loop or by a
 * comprehension there, by itself or by the standard library, or by what a module
 * calls while it is imported, is a table of its own. So is what a function makes
 * that is called once.
 */
static bool
is_table(const struct report *report, struct growing_making making)
{
    const struct ledger *ledger = report->inputs.ledger;

    return is_set_up(report, making.birth, making.python) ||
           is_handed_over(ledger, making.python) ||
           is_of_one_call(report, making) ||
           is_at_top_level(ledger, keeper_of(ledger, making));
}

uint32_t
growing_rules_loop(const struct report *report, struct growing_making making)
{
    const struct ledger *ledger = report->inputs.ledger;
    uint32_t maker = keeper_of(ledger, making);
    char *name = maker != 0 ? function_of(ledger, maker) : NULL;
    bool found =
        name != NULL &&
        (strcmp(name, "<module>") == 0 || is_of_one_call(report, making)) &&
        !is_set_up(report, making.birth, making.python);

    free(name);
    return found ? maker : 0;
}

bool
growing_rules_weak(const struct report *report, uint32_t type)
{
    const struct ledger *ledger = report->inputs.ledger;
    char *name = ledger_printable(ledger, ledger_type_at(ledger, type)->name);
    bool weak = name != NULL && (strcmp(name, "weakref") == 0 ||
                                 strcmp(name, "weakref.ReferenceType") == 0 ||
                                 strcmp(name, "weakref.KeyedRef") == 0);

    free(name);
    return weak;
}

bool
growing_rules_tell(const struct report *report, struct growing_making making,
                   const struct growth_line *line)
{
    return line->share == 0 || !(making.weak || is_table(report, making));
}

bool
growing_rules_tell_adrift(const struct report *report,
                          struct growing_making making,
                          const struct growth_line *line)
{
    return line->share == 0 ||
           !(making.weak || is_set_up(report, making.birth, making.python));
}
