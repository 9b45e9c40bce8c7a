#include "report/blame/lent_instead.h"

#include "report/blame/deficit.h"
#include "report/blame/lent.h"
#include "report/blame/place_change.h"
#include "report/evidence/code/callers.h"

/* A function that gives away what it has not, and may well have run. */
static const double LENDS = .25;

/* Others that are no likelier than that, against it, leave it clear. */
static const double OTHERS_SHARE = .25;

/* The one that gives away what it has not and may well have run, if it is the
 * only one, or much likelier than all others; or NULL. */
static const struct hypothesis *
clear_lender(const struct hypotheses *hypotheses)
{
    const struct hypothesis *clear = NULL;
    double best = 0, second = 0;

    for (size_t i = 0; i < hypotheses->count; i++) {
        double lends = hypotheses->items[i].values[WEIGHED_READ_LENDS];

        if (lends > best) {
            second = best;
            best = lends;
            clear = &hypotheses->items[i];
        }
        else if (lends > second) {
            second = lends;
        }
    }
    return best >= LENDS && second <= OTHERS_SHARE * best ? clear : NULL;
}

/* Did it release what the lender had returned to it? */
static bool
is_answer(const struct inputs *inputs, const struct hypothesis *lender,
          const struct candidate *candidate)
{
    struct stack stack = { 0 };
    bool answer = false;

    if (candidate->tag != 0 && lender->alone != NULL) {
        stacks_fill(inputs->stacks, candidate->tag, &stack);
    }
    for (size_t f = 0;
         !answer && f < stack.relevant && !stack.frames[f].evaluator; f++) {
        answer = !stack.frames[f].inlined && stack.frames[f].place != NULL &&
                 callers_release(inputs->symbols, lender->alone,
                                 stack.frames[f].place, inputs->code);
    }
    stack_clear(&stack);
    return answer;
}

/* Is it suspected as well, or nobody else but the interpreter, and those who
 * released what it gave them? */
static bool
may_replace(const struct inputs *inputs, const struct hypothesis *lender,
            const struct candidates *candidates)
{
    bool no_other = true;

    for (size_t i = 0; i < candidates->count; i++) {
        uint32_t function = candidates->items[i].function;

        if (function == lender->function) {
            return true;
        }
        no_other =
            no_other && (symbols_in_interpreter(inputs->symbols, function) ||
                         is_answer(inputs, lender, &candidates->items[i]));
    }
    return no_other;
}

/* Who is blamed for what it released needs no other reason. */
static bool
is_new(const struct hypothesis *hypothesis, const void *context)
{
    const struct candidates *candidates = (const struct candidates *)context;
    bool known = false;

    for (size_t c = 0; c < candidates->count; c++) {
        known |= candidates->items[c].function == hypothesis->function;
    }
    return !known;
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
         candidates->unclear || may_replace(inputs, lender, candidates))) {
        candidates->count = 0;
    }
    else {
        hypotheses_keep(hypotheses, is_new, candidates);
    }
}
