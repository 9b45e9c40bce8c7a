#include "report/blame/lent_instead.h"

#include "report/blame/deficit.h"
#include "report/blame/lent.h"
#include "report/blame/place_change.h"

/* A function that gives away what it has not, and may well have run. */
static const double LENDS = .25;

/* The one that gives away what it has not and may well have run, if it is the
 * only one; or NULL. */
static const struct hypothesis *
clear_lender(const struct hypotheses *hypotheses)
{
    const struct hypothesis *clear = NULL;

    for (size_t i = 0; i < hypotheses->count; i++) {
        if (hypotheses->items[i].values[WEIGHED_READ_LENDS] >= LENDS) {
            if (clear != NULL) {
                return NULL;
            }
            clear = &hypotheses->items[i];
        }
    }
    return clear;
}

/* Is it suspected as well, or nobody else but the interpreter? */
static bool
may_replace(const struct blame_sources *sources,
            const struct hypothesis *lender,
            const struct candidates *candidates)
{
    bool only_interpreter = true;

    for (size_t i = 0; i < candidates->count; i++) {
        uint32_t function = candidates->items[i].function;

        if (function == lender->function) {
            return true;
        }
        only_interpreter &= place_in_interpreter(sources, function);
    }
    return only_interpreter;
}

void
lent_instead(const struct inputs *inputs, const struct blame_sources *sources,
             const struct suspect *suspect, struct candidates *candidates,
             struct hypotheses *hypotheses)
{
    const struct hypothesis *lender;

    if (!deficit_is_certain(sources->ledger, suspect->accounts[0],
                            suspect->proved)) {
        return;
    }
    lent_argue(inputs, suspect, hypotheses);
    if (candidates->count == 0) {
        return;
    }
    lender = clear_lender(hypotheses);
    if (lender != NULL &&
        (deficit_of_all(sources->ledger, suspect->accounts[0]) ||
         may_replace(sources, lender, candidates))) {
        candidates->count = 0;
    }
    else {
        hypotheses_clear(hypotheses);
    }
}
