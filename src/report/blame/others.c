#include "report/blame/others.h"

#include <math.h>
#include <stdlib.h>

#include "report/evidence/account_sum.h"
#include "report/evidence/kin.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

/* Deaths and references that differ by less are as many. */
static const double EQUAL = .05;

/* What releases less of what somebody took than this is not told. */
static const double ANSWERS_MIN = .02;

/* Functions for so much of what was taken of other types see none of it. */
static const double OTHER_TYPE_MIN = .5;

/* Who took what is too many, and how much of what its module took. */
struct taker {
    uint32_t function;
    double share;
};

/* Those of modules, if there are any: the interpreter works for them. */
static struct taker *
takers_of(const struct blame_sources *sources,
          const struct hypotheses *hypotheses, size_t *count)
{
    struct taker *takers =
        (struct taker *)memory_zeroed(hypotheses->count + 1, sizeof *takers);
    double all = 0;

    *count = 0;
    for (int main = 0; main <= 1 && *count == 0; main++) {
        for (size_t i = 0; i < hypotheses->count; i++) {
            const struct hypothesis *one = &hypotheses->items[i];

            if (one->values[WEIGHED_AT_WORK] > 0 &&
                symbols_in_interpreter(sources->symbols, one->function) ==
                    (main == 1)) {
                takers[(*count)++] =
                    (struct taker){ one->function,
                                    one->values[WEIGHED_AT_WORK] };
                all += one->values[WEIGHED_AT_WORK];
            }
        }
    }
    for (size_t i = 0; i < *count; i++) {
        takers[i].share /= all;
    }
    return takers;
}

/* Shows the function at the place where it released in a balanced life. */
static void
show_at(const struct blame_sources *sources, uint32_t tag,
        struct hypothesis *hypothesis)
{
    struct stack stack = { 0 };

    stacks_fill(sources->stacks, tag, &stack);
    for (size_t f = 0; f < stack.relevant && hypothesis->alone == NULL; f++) {
        const struct place *place = stack.frames[f].place;

        for (size_t i = 0; i < place->count; i++) {
            if (place->frames[i].function == hypothesis->function &&
                hypothesis->alone == NULL) {
                hypothesis->alone = place;
                hypothesis->frame = i;
            }
        }
    }
    stack_clear(&stack);
}

static double *
accuse(const struct blame_sources *sources, struct hypotheses *hypotheses,
       const struct answers_row *row)
{
    struct hypothesis *one =
        hypotheses_of(hypotheses, row->second, MECHANISM_LEFT_OUT);

    if (one->best == 0 && one->alone == NULL) {
        show_at(sources, row->tag, one);
    }
    return one->values;
}

/* Those who release what the taker takes, in lives that balanced. */
static void
argue_releasers(const struct blame_sources *sources, const struct taker *taker,
                struct hypotheses *hypotheses)
{
    struct answers_row row;

    for (size_t at = 0; answers_next(sources->answers, ANSWERS_RELEASED,
                                     taker->function, &at, &row);) {
        if (row.second != taker->function &&
            taker->share * row.share >= ANSWERS_MIN) {
            accuse(sources, hypotheses, &row)[WEIGHED_ANSWERS] +=
                taker->share * row.share;
        }
    }
}

static bool
equals(const struct suspect *suspect, uint64_t deaths)
{
    return fabs((double)deaths - (double)suspect->references) <=
           EQUAL * (double)suspect->references;
}

static void
at_least(double *value, double least)
{
    *value = least > *value ? least : *value;
}

/* The type's disposer, and those who release for it. */
static void
argue_disposer(const struct blame_sources *sources, const struct taker *taker,
               const struct suspect *suspect, const struct ledger_type *type,
               struct hypotheses *hypotheses)
{
    const struct place *place =
        symbols_address(sources->symbols, type->disposer, 0);
    bool equal = equals(suspect, type->deaths_estimated);
    struct hypothesis *one;
    struct answers_row row;
    uint32_t disposer;

    if (place->count == 0) {
        return;
    }
    disposer = place->frames[place->count - 1].function;
    one = hypotheses_of(hypotheses, disposer, MECHANISM_LEFT_OUT);
    at_least(&one->values[WEIGHED_DEATHS_EQUAL], equal);
    if (one->best == 0 && one->alone == NULL) {
        one->alone = place;
        one->frame = place->count - 1;
    }
    for (size_t at = 0; answers_next(sources->answers, ANSWERS_DISPOSED,
                                     disposer, &at, &row);) {
        double *values = accuse(sources, hypotheses, &row);

        at_least(&values[WEIGHED_GIVES_BACK], taker->share * row.share);
        at_least(&values[WEIGHED_DEATHS_EQUAL], equal);
    }
}

/* What it makes objects of, it works on. */
static void
add_made(const struct blame_sources *sources, uint32_t taker, struct kin *kin)
{
    uint32_t image = symbols_function(sources->symbols, taker)->image;
    struct answers_row row;

    for (size_t at = 0;
         answers_next(sources->answers, ANSWERS_MADE, taker, &at, &row);) {
        const struct ledger_type *type =
            ledger_type_at(sources->ledger, row.second);

        if (type->disposer != 0 &&
            symbols_address(sources->symbols, type->disposer, 0)->image ==
                image) {
            kin_add(kin, taker, row.second);
        }
    }
}

/* The disposers of the types that the taker works on. */
static void
argue_disposers(const struct blame_sources *sources, const struct taker *taker,
                const struct suspect *suspect, const struct kin *kin,
                struct hypotheses *hypotheses)
{
    uint32_t type;

    for (size_t at = 0; kin_next_type(kin, taker->function, &at, &type);) {
        argue_disposer(sources, taker, suspect,
                       ledger_type_at(sources->ledger, type), hypotheses);
    }
}

/* Do they work on objects of the same type? */
static void
argue_kin(const struct blame_sources *sources, const struct taker *taker,
          const struct kin *kin, struct hypotheses *hypotheses)
{
    uint32_t image = symbols_function(sources->symbols, taker->function)->image;

    for (size_t i = 0; i < hypotheses->count; i++) {
        struct hypothesis *one = &hypotheses->items[i];

        if (one->mechanism == MECHANISM_KEPT ||
            symbols_function(sources->symbols, one->function)->image != image) {
            continue;
        }
        switch (kin_of(kin, taker->function, one->function)) {
        case KIN_SAME:
            one->values[WEIGHED_SAME_TYPE] += taker->share;
            break;
        case KIN_OTHER:
            one->values[WEIGHED_OTHER_TYPE] += taker->share;
            break;
        case KIN_UNKNOWN:
            break;
        }
    }
}

/* The image of those that took most; 0: there is no module among them. */
static uint32_t
image_of_takers(const struct blame_sources *sources, const struct taker *takers,
                size_t count)
{
    double most = 0;
    uint32_t found = 0;

    for (size_t i = 0; i < count; i++) {
        if (takers[i].share > most &&
            !symbols_in_interpreter(sources->symbols, takers[i].function)) {
            most = takers[i].share;
            found =
                symbols_function(sources->symbols, takers[i].function)->image;
        }
    }
    return found;
}

/* What the callers of the one at work are called for, it is at work for. */
static void
join_callers(const struct blame_sources *sources, const struct suspect *suspect,
             struct kin *kin)
{
    size_t count;
    struct tag_sum *sums = account_sum(sources->ledger, suspect->accounts,
                                       suspect->account_count, &count);
    struct stack stack = { 0 };

    for (size_t i = 0; i < count; i++) {
        uint32_t at_work, image;

        stacks_fill(sources->stacks, sums[i].tag, &stack);
        if (sums[i].taken <= sums[i].released ||
            !answers_function(sources->answers, &stack, &at_work)) {
            continue;
        }
        image = symbols_function(sources->symbols, at_work)->image;
        for (size_t f = 0; f < stack.relevant && !stack.frames[f].evaluator;
             f++) {
            uint32_t function = stack.frames[f].function;

            if (symbols_function(sources->symbols, function)->image == image) {
                kin_join(kin, at_work, function);
            }
        }
    }
    stack_clear(&stack);
    free(sums);
}

static bool
is_read(const struct hypothesis *one)
{
    return (one->values[WEIGHED_READ_OVERWRITES] > 0 ||
            one->values[WEIGHED_READ_LEAVES_OUT] > 0) &&
           one->values[WEIGHED_OTHER_TYPE] < OTHER_TYPE_MIN;
}

/* Of correct code next to none looks forgetful: of many most is misread. */
static void
count_read(struct hypotheses *hypotheses)
{
    double count = 0;

    for (size_t i = 0; i < hypotheses->count; i++) {
        count += is_read(&hypotheses->items[i]);
    }
    for (size_t i = 0; i < hypotheses->count; i++) {
        if (is_read(&hypotheses->items[i])) {
            hypotheses->items[i].values[WEIGHED_READ_MANY] =
                1 - 1 / fmax(count, 1);
        }
    }
}

void
others_argue(const struct inputs *inputs, const struct blame_sources *sources,
             const struct suspect *suspect, struct hypotheses *hypotheses)
{
    size_t count;
    struct taker *takers = takers_of(sources, hypotheses, &count);
    struct kin *kin =
        kin_create(inputs, image_of_takers(sources, takers, count));

    join_callers(sources, suspect, kin);
    for (size_t i = 0; i < count; i++) {
        add_made(sources, takers[i].function, kin);
    }
    for (size_t i = 0; i < count; i++) {
        hypotheses_of(hypotheses, takers[i].function, MECHANISM_KEPT)
            ->values[WEIGHED_PUT_AWAY] =
            answers_put_away(sources->answers, takers[i].function);
        argue_releasers(sources, &takers[i], hypotheses);
        argue_disposers(sources, &takers[i], suspect, kin, hypotheses);
    }
    for (size_t i = 0; i < count; i++) {
        argue_kin(sources, &takers[i], kin, hypotheses);
    }
    count_read(hypotheses);
    for (size_t i = 0; i < hypotheses->count; i++) {
        struct hypothesis *one = &hypotheses->items[i];

        one->values[WEIGHED_DISPOSER] =
            (symbols_function(sources->symbols, one->function)->flags &
             FUNCTION_DISPOSER) != 0 ||
            kin_disposes(kin, one->function);
    }
    kin_free(kin);
    free(takers);
}
