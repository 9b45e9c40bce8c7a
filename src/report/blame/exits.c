#include "report/blame/exits.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum { TIMES_MIN = 2 /* once may be chance */ };

/* From here on a function kept some as often as the one that kept most. */
static const double AS_OFTEN = .5;

/* Of all returns of one function that were seen. */
struct returned {
    uint32_t function;
    double count, kept;
    double own;     /* of what it kept, what nobody that it called did */
    uint64_t times; /* ... that were seen */
    uint32_t first; /* the record that said so first */
};

struct all {
    const struct inputs *inputs;
    const bool *wanted; /* accounts */
    struct returned *items;
    size_t count;
};

/* The node of a stack's frame, counted from the innermost. */
static uint32_t
node_of(const struct ledger *ledger, uint32_t tag, uint32_t frame)
{
    for (uint32_t i = 0; i < frame && tag != 0; i++) {
        tag = ledger_node_at(ledger, tag)->parent;
    }
    return tag;
}

static const struct returned *
find(const struct all *all, uint32_t function)
{
    for (size_t i = 0; i < all->count; i++) {
        if (all->items[i].function == function) {
            return &all->items[i];
        }
    }
    return NULL;
}

static struct returned *
of_function(struct all *all, uint32_t function)
{
    struct returned *found = (struct returned *)find(all, function);

    if (found == NULL) {
        all->items = (struct returned *)memory_room(all->items, all->count,
                                                    sizeof *all->items);
        found = &all->items[all->count++];
        *found = (struct returned){ .function = function };
    }
    return found;
}

/* The function itself, and not what is inlined into it. */
static const struct function *
outermost(const struct inputs *inputs, const struct place *place)
{
    return symbols_function(inputs->symbols,
                            place->frames[place->count - 1].function);
}

/* What is in the register of results means nothing if it returns a number. */
static double
kept(const struct inputs *inputs, const struct place *place,
     const struct ledger_exit *exit)
{
    bool returned = exit->returned != 0 &&
                    outermost(inputs, place)->returns != RETURN_OTHER;
    double left = (double)exit->change - returned - exit->handed;

    return fmin(fmax(left, 0), 1);
}

/* One that is documented to store what it is given has it, and forgot nothing. */
static bool
is_stored(const struct inputs *inputs, const struct ledger_exit *exit)
{
    for (uint32_t i = 0; i <= exit->frame; i++) {
        const struct place *place =
            stacks_place(inputs->stacks, node_of(inputs->ledger, exit->tag, i));

        if (place != NULL && place->count > 0 &&
            (outermost(inputs, place)->flags & FUNCTION_STORES) != 0) {
            return true;
        }
    }
    return false;
}

/* The place of the call that returned; NULL: nobody is to be told of it. */
static const struct place *
place_of(const struct all *all, uint32_t record)
{
    const struct inputs *inputs = all->inputs;
    const struct ledger_exit *exit = ledger_exit_at(inputs->ledger, record);
    const struct place *place;

    if (!all->wanted[exit->account] || exit->change <= 0 ||
        ledger_account_at(inputs->ledger, exit->account)->serial !=
            exit->serial) {
        return NULL;
    }
    place = stacks_place(inputs->stacks,
                         node_of(inputs->ledger, exit->tag, exit->frame));
    return place != NULL && place->count > 0 && !is_stored(inputs, exit) ? place
                                                                         : NULL;
}

static void
add_returns(struct all *all)
{
    const struct ledger *ledger = all->inputs->ledger;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_EXITS); i++) {
        const struct place *place = place_of(all, i);

        for (uint32_t f = 0; place != NULL && f < place->count; f++) {
            struct returned *one = of_function(all, place->frames[f].function);

            one->count++;
            one->kept += kept(all->inputs, place, ledger_exit_at(ledger, i));
        }
    }
}

/* The largest share that a function keeps of those that this one called. */
static double
kept_below(const struct all *all, const struct ledger_exit *exit)
{
    const struct inputs *inputs = all->inputs;
    double most = 0;

    for (uint32_t i = 0; i < exit->frame; i++) {
        const struct place *place =
            stacks_place(inputs->stacks, node_of(inputs->ledger, exit->tag, i));
        const struct returned *one =
            place != NULL && place->count > 0
                ? find(all, place->frames[place->count - 1].function)
                : NULL;

        if (one != NULL) {
            most = fmax(most, one->kept / one->count);
        }
    }
    return most;
}

static void
add_own(struct all *all)
{
    const struct ledger *ledger = all->inputs->ledger;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_EXITS); i++) {
        const struct ledger_exit *exit = ledger_exit_at(ledger, i);
        const struct place *place = place_of(all, i);

        for (uint32_t f = 0; place != NULL && f < place->count; f++) {
            struct returned *one = of_function(all, place->frames[f].function);
            double own = kept(all->inputs, place, exit) - kept_below(all, exit);

            one->own += fmax(own, 0);
            if (own > 0 && exit->returned + exit->handed == 0) {
                one->first = one->times++ == 0 ? i : one->first;
            }
        }
    }
}

static char *
explain(const struct inputs *inputs, const struct returned *returned)
{
    const struct ledger_exit *exit =
        ledger_exit_at(inputs->ledger, returned->first);
    const struct place *to = stacks_place(
        inputs->stacks, node_of(inputs->ledger, exit->tag, exit->frame + 1));
    /* A line of the interpreter's loop tells nobody anything. */
    const char *file =
        to != NULL && to->count > 0 && to->image != 0 &&
                !ledger_image_is_interpreters(inputs->ledger, to->image)
            ? to->frames[0].file
            : NULL;
    const char *slash = file != NULL ? strrchr(file, '/') : NULL;
    char *line = file != NULL ? memory_format(" to %s:%" PRIu32,
                                              slash != NULL ? slash + 1 : file,
                                              to->frames[0].line)
                              : memory_text("");
    char *text = memory_format("when it returned%s, neither its result nor its "
                               "caller's frame had what it took (seen "
                               "%" PRIu64 " times)",
                               line, returned->times);

    free(line);
    return text;
}

static void
argue(const struct all *all, double most, struct hypothesis *one)
{
    const struct returned *returned = find(all, one->function);
    double sure, own;

    if (returned == NULL) {
        return;
    }
    sure = returned->count / (returned->count + 1);
    own = most > 0 ? returned->own / returned->count / most : 0;
    one->values[WEIGHED_EXIT_KEPT] = sure * own;
    if (own < AS_OFTEN) {
        one->values[WEIGHED_EXIT_HANDED] =
            sure * (1 - returned->kept / returned->count);
    }
    if (own >= AS_OFTEN && returned->times >= TIMES_MIN) {
        free(one->why);
        one->why = explain(all->inputs, returned);
    }
}

void
exits_argue(const struct inputs *inputs, const struct suspect *suspect,
            struct hypotheses *hypotheses)
{
    bool *wanted = suspect_marks(inputs->ledger, suspect);
    struct all all = { inputs, wanted, NULL, 0 };
    double most = 0;

    add_returns(&all);
    add_own(&all);
    for (size_t i = 0; i < all.count; i++) {
        most = fmax(most, all.items[i].own / all.items[i].count);
    }
    for (size_t i = 0; i < hypotheses->count; i++) {
        if (hypotheses->items[i].mechanism == MECHANISM_KEPT) {
            argue(&all, most, &hypotheses->items[i]);
        }
    }
    free(all.items);
    free(wanted);
}
