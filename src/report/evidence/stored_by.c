#include "report/evidence/stored_by.h"

#include "report/evidence/life_moments.h"
#include "report/evidence/stored_in_set.h"
#include "report/input/ledger_load.h"

enum { LIVES_MAX = 64 }; /* of a kind */

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
    struct left moved; /* the last time that one container took it, and another
                          let go of it */
    int64_t released;  /* variables that ended */
};

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

    while (at < part.end && life_same_line(life, &life->moments[part.begin],
                                           &life->moments[at], part.depth)) {
        at++;
    }
    return at;
}

/* So many of the references that the part releases are variables. */
static bool
only_ends_variables(const struct life *life, struct part part, int64_t count)
{
    for (size_t i = part.begin; i < part.end; i++) {
        const struct ledger_step *step = life->moments[i].step;

        if (step->change < 0 && count > 0 &&
            life_ends_variable(life, &life->moments[i])) {
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
            ended -= life_ends_variable(life, moment) ? step->change : 0;
        }
        else if (life_puts_into_container(life, moment)) {
            put += step->change;
            lefts[1] = left;
        }
        else if (settling != LEDGER_SETTLING_STORED) {
            settling = life_settling(life, step->python);
            lefts[0] = left;
        }
    }
    if (net > 0) {
        add_several(settling, net, put, lefts, sum);
        return true;
    }
    if (net == 0 && put == 1 && ended == 0) {
        sum->moved = lefts[1];
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
            settling = life_settling(life, left.by.python);
        }
        if (called.counts[i] > 0) {
            add_left(settling, called.counts[i], left, sum);
        }
    }
    if (called.moved.by.tag != 0) {
        sum->moved = called.moved;
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
        if (life_puts_into_container(life, &life->moments[i])) {
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
    struct left left;
    bool sure = all == 1 || stored + dropped == 1 ||
                (stored + dropped == 0 && unknown == 1);

    left = sum->last[settling];
    if (settling == LEDGER_SETTLING_STORED && sum->moved.moment > left.moment) {
        left = sum->moved;
    }
    return all != sum->released + 1 || !sure || is_put_again(life, &left)
               ? (struct left){ 0 }
               : left;
}

/* False: it is one of those that died, or has several owners. */
static bool
judge(const struct inputs *inputs, uint32_t first, uint32_t count, bool in_set,
      struct left *left)
{
    struct life life;
    struct part all = { 0, count, 0 };
    struct sum sum = { 0 };
    const struct ledger_step *step;
    bool known = life_fill(&life, inputs, first, count);

    known = known && net_of(&life, all) == 1;
    *left = known && add_line(&life, all, &sum) ? choose(&life, &sum)
                                                : (struct left){ 0 };
    if (known && in_set && left->by.tag == 0 &&
        (step = stored_in_set_by(&life)) != NULL) {
        left->by = (struct stored_by){ step->tag, step->python };
    }
    life_clear(&life);
    return known;
}

/* All must agree. */
static struct stored_by
common(const struct ledger *ledger, const struct left *lefts, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (!ledger_same_line(ledger, lefts[0].by.python, lefts[i].by.python)) {
            count = 0;
        }
    }
    return count > 0 ? lefts[0].by : (struct stored_by){ 0 };
}

bool
stored_by_find(const struct inputs *inputs, const struct ledger_owned *owned,
               struct stored_by *by)
{
    bool in_set = stored_in_set(inputs->ledger, owned);
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
        if (step->serial == 0 || step->kind != owned->kind ||
            owned->kind == 0) {
            continue;
        }
        lives++;
        known += known < LIVES_MAX &&
                 judge(inputs, s, next - s, in_set, &lefts[known]);
    }
    *by = common(inputs->ledger, lefts, known);
    return lives > 0;
}
