#include "report/evidence/stored_by.h"

#include <stdlib.h>
#include <string.h>

#include "report/symbols/stacks.h"
#include "report/text/memory.h"

enum {
    FRAMES_MAX = 128, /* of Python */
    LIVES_MAX = 64,   /* of a kind */
};

/* A change, and the Python frames in which it happened, outermost first. */
struct moment {
    const struct ledger_step *step;
    uint32_t *frames;
    size_t depth;
};

struct life {
    const struct inputs *inputs;
    struct moment *moments;
    size_t count;
};

/* Changes in a row, and at which depth their lines are told apart. */
struct part {
    size_t begin, end, depth;
};

/* A reference that is left, where it is known which one that is. */
struct left {
    size_t moment;
    struct stored_by by;
};

/* What became of the references that a part of a life has left. */
struct sum {
    int64_t counts[LEDGER_SETTLING_DROPPED + 1]; /* by settling */
    struct left last[LEDGER_SETTLING_DROPPED + 1];
    int64_t released; /* variables that ended */
};

static const struct ledger_python_node *
node_at(const struct life *life, uint32_t node)
{
    return ledger_python_node_at(life->inputs->ledger, node);
}

static enum ledger_settling
settling_of(const struct life *life, uint32_t node)
{
    return (node_at(life, node)->flags >> LEDGER_PYTHON_SETTLING_SHIFT) & 7;
}

static bool
same_line(const struct life *life, const struct moment *a,
          const struct moment *b, size_t depth)
{
    const struct ledger_python_node *one, *other;

    if (a->depth <= depth || b->depth <= depth) {
        return a->depth <= depth && b->depth <= depth;
    }
    one = node_at(life, a->frames[depth]);
    other = node_at(life, b->frames[depth]);
    return one->code == other->code && one->line == other->line;
}

static int64_t
net_of(const struct life *life, struct part part)
{
    int64_t net = 0;

    for (size_t i = part.begin; i < part.end; i++) {
        net += life->moments[i].step->change;
    }
    return net;
}

/* Changes in a row on the same line of that frame, or in frames outside. */
static size_t
end_of_line(const struct life *life, struct part part)
{
    size_t at = part.begin + 1;

    while (at < part.end && same_line(life, &life->moments[part.begin],
                                      &life->moments[at], part.depth)) {
        at++;
    }
    return at;
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

/* Does a container of the interpreter take a reference for itself? */
static bool
puts_into_container(const struct life *life, const struct moment *moment)
{
    static const char *const parts[] = {
        "append",  "Append",  "insert",     "Insert",    "set_add",
        "Set_Add", "SetItem", "setdefault", "SetDefault"
    };
    bool evaluator;
    const struct function *function = function_of(life, moment, &evaluator);

    return moment->step->change > 0 && !evaluator &&
           is_named_like(function, parts, sizeof parts / sizeof parts[0]);
}

/*
 * Does it end a variable? The evaluator does that itself, or what clears its
 * frames; a variable of a module lies in a dictionary.
 */
static bool
ends_variable(const struct life *life, const struct moment *moment)
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

/* So many of the references that the part releases are variables. */
static bool
only_ends_variables(const struct life *life, struct part part, int64_t count)
{
    for (size_t i = part.begin; i < part.end; i++) {
        const struct ledger_step *step = life->moments[i].step;

        if (step->change < 0 && count > 0 &&
            ends_variable(life, &life->moments[i])) {
            count += step->change;
        }
    }
    return count <= 0;
}

static void
add_left(enum ledger_settling settling, int64_t count, struct left left,
         struct sum *sum)
{
    sum->counts[settling] += count;
    sum->last[settling] = left;
}

/* Whether a change happened in the frame itself, or in those outside. */
static bool
is_own(const struct moment *moment, size_t depth)
{
    return moment->depth <= depth;
}

/*
 * Of a line that has left several references in the frame itself, some of which
 * a container took: the others are alike.
 */
static void
add_several(enum ledger_settling settling, int64_t net, int64_t put,
            const struct left lefts[2], struct sum *sum)
{
    put = put < net ? put : net;
    if (put == 0 && net > 1) {
        settling = LEDGER_SETTLING_UNKNOWN;
    }
    if (put > 0) {
        add_left(LEDGER_SETTLING_STORED, put, lefts[1], sum);
    }
    if (net > put) {
        add_left(settling, net - put, lefts[0], sum);
    }
}

/* What happened in the frame itself, of one line: what was only taken to
 * evaluate it cancels. */
static bool
add_own(const struct life *life, struct part part, struct sum *sum)
{
    struct left lefts[2] = { { 0 }, { 0 } };
    enum ledger_settling settling = LEDGER_SETTLING_UNKNOWN;
    int64_t net = 0, ended = 0, put = 0;

    for (size_t i = part.begin; i < part.end; i++) {
        const struct moment *moment = &life->moments[i];
        const struct ledger_step *step = moment->step;
        struct left left = { i, { step->tag, step->python } };

        if (!is_own(moment, part.depth)) {
            continue;
        }
        net += step->change;
        if (step->change < 0) {
            ended -= ends_variable(life, moment) ? step->change : 0;
        }
        else if (puts_into_container(life, moment)) {
            put += step->change;
            lefts[1] = left;
        }
        else if (settling != LEDGER_SETTLING_STORED) {
            settling = settling_of(life, step->python);
            lefts[0] = left;
        }
    }
    if (net > 0) {
        add_several(settling, net, put, lefts, sum);
        return true;
    }
    sum->released -= net;
    return ended >= -net;
}

static bool add_line(const struct life *life, struct part part,
                     struct sum *sum);

/* One line of a frame that is called. What it returns becomes what its caller
 * makes of it. */
static bool
add_called(const struct life *life, struct part part, struct sum *sum)
{
    struct sum called = { 0 };
    int64_t net = net_of(life, part);

    if (net <= 0) {
        sum->released -= net;
        return only_ends_variables(life, part, -net);
    }
    if (!add_line(life, (struct part){ part.begin, part.end, part.depth + 1 },
                  &called)) {
        return false;
    }
    for (uint32_t i = 0; i <= LEDGER_SETTLING_DROPPED; i++) {
        enum ledger_settling settling = (enum ledger_settling)i;
        struct left left = called.last[i];

        if (i == LEDGER_SETTLING_RETURNED && part.depth > 0) {
            left.by.python = life->moments[part.begin].frames[part.depth - 1];
            settling = settling_of(life, left.by.python);
        }
        if (called.counts[i] > 0) {
            add_left(settling, called.counts[i], left, sum);
        }
    }
    sum->released += called.released;
    return true;
}

/* The changes are those of one line of a frame: those in the frame itself, and
 * in frames that it calls, whose lines are at that depth. */
static bool
add_line(const struct life *life, struct part part, struct sum *sum)
{
    for (size_t at = part.begin, next; at < part.end; at = next) {
        struct part line = { at, part.end, part.depth };

        next = line.end = end_of_line(life, line);
        if (!is_own(&life->moments[at], part.depth) &&
            !add_called(life, line, sum)) {
            return false;
        }
    }
    return add_own(life, part, sum);
}

/* It was put into a container again later, and so perhaps out of that one. */
static bool
is_put_again(const struct life *life, const struct left *left)
{
    for (size_t i = left->moment + 1; i < life->count; i++) {
        if (puts_into_container(life, &life->moments[i])) {
            return true;
        }
    }
    return false;
}

/* What was released were variables; which of several that might be one was not
 * is not guessed. */
static struct left
choose(const struct life *life, const struct sum *sum)
{
    int64_t variables = sum->counts[LEDGER_SETTLING_VARIABLE];
    int64_t dropped = sum->counts[LEDGER_SETTLING_DROPPED];
    int64_t stored = sum->counts[LEDGER_SETTLING_STORED];
    int64_t unknown = sum->counts[LEDGER_SETTLING_UNKNOWN] +
                      sum->counts[LEDGER_SETTLING_RETURNED];
    enum ledger_settling settling = stored > 0    ? LEDGER_SETTLING_STORED
                                    : dropped > 0 ? LEDGER_SETTLING_DROPPED
                                    : unknown > 0 ? LEDGER_SETTLING_UNKNOWN
                                                  : LEDGER_SETTLING_VARIABLE;
    int64_t all = variables + dropped + stored + unknown;
    bool sure = all == 1 || stored + dropped == 1 ||
                (stored + dropped == 0 && unknown == 1);

    if (all != sum->released + 1 || !sure ||
        is_put_again(life, &sum->last[settling])) {
        return (struct left){ 0 };
    }
    return sum->last[settling];
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

/* It is one of those that died if nothing is left. */
static bool
judge(const struct inputs *inputs, uint32_t first, uint32_t count,
      struct left *left)
{
    struct life life = { inputs, NULL, count };
    struct part all = { 0, count, 0 };
    struct sum sum = { 0 };
    bool known = true;

    life.moments = (struct moment *)memory_zeroed(count, sizeof *life.moments);
    for (uint32_t i = 0; i < count; i++) {
        struct moment *moment = &life.moments[i];

        moment->step = ledger_step_at(inputs->ledger, first + i);
        moment->frames =
            (uint32_t *)memory_zeroed(FRAMES_MAX, sizeof *moment->frames);
        known = known && fill_frames(&life, moment);
    }
    known = known && net_of(&life, all) == 1;
    *left = known && add_line(&life, all, &sum) ? choose(&life, &sum)
                                                : (struct left){ 0 };
    for (uint32_t i = 0; i < count; i++) {
        free(life.moments[i].frames);
    }
    free(life.moments);
    return known;
}

static bool
is_same_place(const struct ledger *ledger, const struct left *a,
              const struct left *b)
{
    const struct ledger_python_node *one =
        ledger_python_node_at(ledger, a->by.python);
    const struct ledger_python_node *other =
        ledger_python_node_at(ledger, b->by.python);

    return one->code == other->code && one->line == other->line;
}

/* All must agree. */
static struct stored_by
common(const struct ledger *ledger, const struct left *lefts, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (!is_same_place(ledger, &lefts[0], &lefts[i])) {
            count = 0;
        }
    }
    return count > 0 ? lefts[0].by : (struct stored_by){ 0 };
}

bool
stored_by_find(const struct inputs *inputs, uint32_t kind, struct stored_by *by)
{
    uint32_t used = ledger_used(inputs->ledger, LEDGER_STEPS);
    struct left lefts[LIVES_MAX];
    size_t known = 0, lives = 0;

    for (uint32_t s = 1, next; s < used; s = next) {
        const struct ledger_step *step = ledger_step_at(inputs->ledger, s);

        for (next = s + 1;
             next < used &&
             ledger_step_at(inputs->ledger, next)->serial == step->serial;
             next++) {
        }
        if (step->serial == 0 || step->kind != kind || kind == 0) {
            continue;
        }
        lives++;
        known += known < LIVES_MAX && judge(inputs, s, next - s, &lefts[known]);
    }
    *by = common(inputs->ledger, lefts, known);
    return lives > 0;
}
