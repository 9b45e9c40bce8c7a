#include "report/blame/handed_over.h"

#include <math.h>
#include <stdlib.h>

#include "report/input/ledger_load.h"
#include "report/text/memory.h"

/* The other one's code had a hand in its changes: so it was handed over. */
static const double USED = .9;

/* Nobody saw it return, and by its code it hands it up on every path. */
static const double READ_HANDS = .5;

/* Counts are averages: less than this is none. */
static const double NONE_LEFT = .1;

/* What one change of a count has to do with modules. */
struct crossing {
    uint32_t image; /* of the innermost module at work; 0: there is none */
    uint32_t user;  /* the module further out that had it called; 0: Python */
    bool direct;    /* ... and nothing but the interpreter between */
    size_t edge;    /* the frame of `image` that it had called */
};

/* What the parts of an account come to for one module and another. */
struct balance {
    double taken, released; /* by the module, called by the other */
    double aside;           /* what it released more, called by nobody else */
};

struct account_crossings {
    const struct parts *parts;
    const struct crossing *crossings; /* one for each part */
};

static uint32_t
module_of(const struct blame_sources *sources, const struct stack *stack,
          size_t frame)
{
    uint32_t image =
        symbols_function(sources->symbols, stack->frames[frame].function)
            ->image;

    return ledger_image_is_module(sources->ledger, image) ? image : 0;
}

/* Of the frames up to the evaluation that the change belongs to. */
static struct crossing
crossing_of(const struct blame_sources *sources, const struct stack *stack)
{
    struct crossing found = { .direct = true };

    for (size_t f = 0; f < stack->relevant && !stack->frames[f].evaluator;
         f++) {
        uint32_t module = module_of(sources, stack, f);

        if (found.image == 0) {
            found.image = module;
        }
        if (module != 0 && module == found.image) {
            found.edge = f;
            found.direct = true;
        }
        else if (module != 0) {
            found.user = module;
            break;
        }
        else if (found.image != 0 &&
                 !symbols_in_interpreter(sources->symbols,
                                         stack->frames[f].function)) {
            found.direct = false;
        }
    }
    return found;
}

static struct balance
balance_of(const struct parts *parts, const struct crossing *crossings,
           const struct crossing *wanted)
{
    struct balance balance = { 0 };

    for (size_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->items[i];

        if (crossings[i].image != wanted->image) {
            continue;
        }
        if (crossings[i].user == wanted->user) {
            balance.taken += part->taken;
            balance.released += part->released;
        }
        else {
            balance.aside += part->released - part->taken;
        }
    }
    return balance;
}

/* Whether the record is of an object that is suspected as this one is. */
static bool
is_like(const struct ledger *ledger, const struct ledger_exit *exit,
        uint32_t account)
{
    const struct ledger_account *one = ledger_account_at(ledger, exit->account);
    const struct ledger_account *other = ledger_account_at(ledger, account);

    return one->serial == exit->serial && one->type == other->type &&
           one->birth == other->birth && one->references > 0;
}

/* The place of the call that returned. */
static const struct place *
returned_from(const struct inputs *inputs, const struct ledger_exit *exit)
{
    uint32_t tag = exit->tag;

    for (uint32_t i = 0; i < exit->frame && tag != 0; i++) {
        tag = ledger_node_at(inputs->ledger, tag)->parent;
    }
    return stacks_place(inputs->stacks, tag);
}

/* Of the returns of the function at the edge that were seen: the share with
 * which it handed such an object up, and 0 if there were none. */
static double
seen_handing(const struct inputs *inputs, uint32_t account, uint32_t function)
{
    const struct ledger *ledger = inputs->ledger;
    double seen = 0, handed = 0;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_EXITS); i++) {
        const struct ledger_exit *exit = ledger_exit_at(ledger, i);
        const struct place *place;

        if (exit->change <= 0 || !is_like(ledger, exit, account)) {
            continue;
        }
        place = returned_from(inputs, exit);
        if (place != NULL && place->count > 0 &&
            place->frames[place->count - 1].function == function) {
            seen++;
            handed += fmin((double)exit->returned + exit->handed, 1);
        }
    }
    return handed / (seen + 1);
}

/* Whether the user's own code, or what it called, changed the count. */
static bool
is_used(const struct parts *parts, const struct crossing *crossings,
        uint32_t user)
{
    for (size_t i = 0; i < parts->count; i++) {
        if (crossings[i].image == user) {
            return true;
        }
    }
    return false;
}

/* How sure it is that part `number` was handed to the user, from 0 to 1. */
static double
handed_up(const struct inputs *inputs, const struct blame_sources *sources,
          const struct account_crossings *of, size_t number)
{
    const struct part *part = &of->parts->items[number];
    const struct crossing *crossing = &of->crossings[number];
    uint32_t function = part->stack.frames[crossing->edge].function;
    double seen = seen_handing(inputs, of->parts->account, function);
    enum fate_kind kind;

    if (is_used(of->parts, of->crossings, crossing->user)) {
        return fmax(seen, USED);
    }
    kind = fates_find(sources->fates, &part->stack, part->birth, crossing->edge)
               .kind;
    return seen == 0 && (kind == FATE_FINE || kind == FATE_HANDED) ? READ_HANDS
                                                                   : seen;
}

/* How sure it is that the module kept none of what it took for another one. */
static double
excused(const struct inputs *inputs, const struct blame_sources *sources,
        const struct account_crossings *of, size_t number)
{
    const struct crossing *crossing = &of->crossings[number];
    struct balance balance = balance_of(of->parts, of->crossings, crossing);
    double left = balance.taken - balance.released - fmax(balance.aside, 0);

    return of->parts->items[number].taken > 0 && crossing->user != 0 &&
                   crossing->direct && left <= 1 + NONE_LEFT
               ? handed_up(inputs, sources, of, number)
               : 0;
}

/* Of each function, the share of what it took that is excused. */
static void
argue(const struct blame_sources *sources, const struct account_crossings *of,
      const double *excuses, double weight, struct hypotheses *hypotheses)
{
    const struct parts *parts = of->parts;
    double *all = (double *)memory_zeroed(hypotheses->count + 1, sizeof *all);

    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < parts->count; i++) {
            const struct stack *stack = &parts->items[i].stack;
            struct crossing crossing = of->crossings[i];
            double taken = parts->items[i].taken;

            for (size_t f = 0;
                 crossing.image != 0 && taken > 0 && f <= crossing.edge; f++) {
                struct hypothesis *one =
                    module_of(sources, stack, f) == crossing.image
                        ? hypotheses_find(hypotheses, stack->frames[f].function,
                                          MECHANISM_KEPT)
                        : NULL;

                if (one != NULL && pass == 0) {
                    all[one - hypotheses->items] += taken;
                }
                else if (one != NULL) {
                    one->values[WEIGHED_HANDED_OVER] +=
                        weight * excuses[i] * taken /
                        all[one - hypotheses->items];
                }
            }
        }
    }
    free(all);
}

void
handed_over_argue(const struct inputs *inputs,
                  const struct blame_sources *sources,
                  const struct parts *parts, size_t samples,
                  struct hypotheses *hypotheses)
{
    struct account_crossings of = { .parts = parts };
    struct crossing *crossings;
    double *excuses, any = 0;

    crossings =
        (struct crossing *)memory_zeroed(parts->count + 1, sizeof *crossings);
    excuses = (double *)memory_zeroed(parts->count + 1, sizeof *excuses);
    of.crossings = crossings;
    for (size_t i = 0; i < parts->count; i++) {
        crossings[i] = crossing_of(sources, &parts->items[i].stack);
    }
    for (size_t i = 0; i < parts->count; i++) {
        excuses[i] = excused(inputs, sources, &of, i);
        any = fmax(any, excuses[i]);
    }
    if (any > 0) {
        argue(sources, &of, excuses, 1 / (double)samples, hypotheses);
    }
    free(excuses);
    free(crossings);
}

void
handed_over_excuse(struct hypotheses *hypotheses)
{
    for (size_t i = 0; i < hypotheses->count; i++) {
        double *values = hypotheses->items[i].values;
        double doubt = 1 - values[WEIGHED_HANDED_OVER];

        values[WEIGHED_CODE_EITHER] *= doubt;
        values[WEIGHED_CODE_LOST] *= doubt;
        values[WEIGHED_LIVES] *= doubt;
    }
}
