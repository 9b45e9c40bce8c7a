#include "report/blame/nets.h"

#include <math.h>
#include <stdlib.h>

#include "report/blame/walls.h"
#include "report/evidence/account_sum.h"
#include "report/symbols/library_frames.h"

/* From here on a net fits. */
static const double FITS = .8;

/* Less of what is too many than this says nothing of anybody. */
static const double SHARE_MIN = .002;

/* Work in progress: the references that one stack tag took. */
struct taking {
    const struct tag_sum *sum;
    const struct stack *stack;
    double share; /* of all that were taken and not given back there */
    bool birth;
};

struct arguing {
    const struct blame_sources *sources;
    const struct conservation *conservation;
    struct hypotheses *hypotheses;
};

/* Neither the evaluator nor what makes objects or calls for others. */
static bool
may_be_to_blame(const struct blame_sources *sources, const struct stack *stack,
                size_t number)
{
    const struct stack_frame *frame = &stack->frames[number];

    return !frame->evaluator &&
           (symbols_function(sources->symbols, frame->function)->flags &
            (FUNCTION_ALLOCATOR | FUNCTION_GLUE)) == 0 &&
           !library_frame_serves(stack, number);
}

static void
show_at(struct hypothesis *hypothesis, const struct taking *taking,
        size_t frame)
{
    double best =
        taking->share * (taking->stack->frames[frame].line != 0 ? 1 : .1);

    if (best > hypothesis->best) {
        hypothesis->best = best;
        hypothesis->tag = taking->sum->tag;
        hypothesis->python = taking->sum->python;
        hypothesis->frame = frame;
    }
}

/* What one frame of a taking's stack says of its function. */
static void
argue_frame(const struct arguing *arguing, const struct taking *taking,
            size_t frame)
{
    const struct stack *stack = taking->stack;
    struct hypothesis *hypothesis = hypotheses_of(
        arguing->hypotheses, stack->frames[frame].function, MECHANISM_KEPT);
    double *values = hypothesis->values;
    double share = taking->share;

    show_at(hypothesis, taking, frame);
    if (stack_enters_again(stack, frame)) {
        return;
    }
    values[WEIGHED_THROUGH] += share;
    if (stack_changed_in(stack, frame)) {
        values[WEIGHED_TOOK] += share;
    }
    if (taking->birth) {
        values[WEIGHED_GAVE_BIRTH] += share;
    }
    if (suspicion_serves(arguing->sources, stack, frame)) {
        values[WEIGHED_SERVES] += share;
    }
}

static void
argue_taking(const struct arguing *arguing, const struct taking *taking)
{
    const struct stack *stack = taking->stack;
    bool fits = false;
    uint32_t at_work;

    for (size_t f = 0; f < stack->relevant; f++) {
        uint32_t function = stack->frames[f].function;

        if (!may_be_to_blame(arguing->sources, stack, f)) {
            continue;
        }
        argue_frame(arguing, taking, f);
        if (!fits &&
            conservation_fit(arguing->conservation, function) >= FITS) {
            hypotheses_of(arguing->hypotheses, function, MECHANISM_KEPT)
                ->values[WEIGHED_NET_INNERMOST] += taking->share;
            fits = true;
        }
    }
    if (answers_function(arguing->sources->answers, stack, &at_work)) {
        hypotheses_of(arguing->hypotheses, at_work, MECHANISM_KEPT)
            ->values[WEIGHED_AT_WORK] += taking->share;
    }
}

static double
at_most_one(double value)
{
    return value > 1 ? 1 : value;
}

/* What the function kept of them, against what is too many. */
static void
argue_net(const struct arguing *arguing, double growth,
          struct hypothesis *hypothesis)
{
    const struct conservation *conservation = arguing->conservation;
    uint32_t function = hypothesis->function;
    double *values = hypothesis->values;
    double net = conservation_net(conservation, function);
    double fit = conservation_fit(conservation, function);
    double times = net > 0 && growth > 0 ? log2(net / growth) / 4 : -1;

    values[WEIGHED_NET_FITS] = fit;
    values[WEIGHED_NET_SINGLED_OUT] =
        conservation_singles_out(conservation, function);
    values[WEIGHED_NET_SHARE] = conservation_share(conservation, function);
    values[WEIGHED_NET_BELOW] = times < 0 ? at_most_one(-times) : 0;
}

/*
 * What it kept beyond what it hands to its callers in balanced lives, as a
 * share of what is too many: of the guilty one 1, of others 0.
 */
static void
argue_excess(const struct conservation *conservation, double growth,
             struct hypothesis *hypothesis)
{
    double *values = hypothesis->values;
    uint32_t function = hypothesis->function;
    double handed = values[WEIGHED_SEEN_HANDED_ON] *
                    conservation_moved(conservation, function).calls;
    double excess =
        growth > 0
            ? (conservation_net(conservation, function) - handed) / growth
            : 0;

    if (hypothesis->mechanism != MECHANISM_KEPT || values[WEIGHED_SEEN] <= 0) {
        return;
    }
    values[WEIGHED_EXCESS] = 1 - fmin(fabs(excess - 1), 1);
    values[WEIGHED_NO_EXCESS] = 1 - values[WEIGHED_EXCESS];
}

/* What is known of each function, whatever way led to it. */
static void
argue_functions(const struct arguing *arguing, double growth)
{
    for (size_t i = 0; i < arguing->hypotheses->count; i++) {
        struct hypothesis *hypothesis = &arguing->hypotheses->items[i];
        double *values = hypothesis->values;

        if (hypothesis->mechanism == MECHANISM_KEPT ||
            hypothesis->mechanism == MECHANISM_FETCHED) {
            argue_net(arguing, growth, hypothesis);
        }
        else {
            struct conservation_moved moved =
                conservation_moved(arguing->conservation, hypothesis->function);

            values[WEIGHED_NOT_KEPT] = 1;
            values[WEIGHED_GAVE_SOME] = at_most_one(moved.back / growth);
        }
        values[WEIGHED_INTERPRETER] = symbols_in_interpreter(
            arguing->sources->symbols, hypothesis->function);
        values[WEIGHED_ANY] = 1;
    }
}

static bool *
users_of(const struct blame_sources *sources, const struct tag_sum *sums,
         size_t count)
{
    bool *users = library_users_none(sources->ledger);
    struct stack stack = { 0 };

    for (size_t i = 0; i < count; i++) {
        stacks_fill(sources->stacks, sums[i].tag, &stack);
        library_users_add(users, &stack);
    }
    stack_clear(&stack);
    return users;
}

/* One object was made once: who took no other reference to it than that one did
 * not take those that are too many. */
static void
argue_single_birth(struct hypotheses *hypotheses)
{
    for (size_t i = 0; i < hypotheses->count; i++) {
        double *values = hypotheses->items[i].values;

        if (values[WEIGHED_GAVE_BIRTH] > 0) {
            values[WEIGHED_GAVE_BIRTH] /= values[WEIGHED_THROUGH];
        }
    }
}

void
nets_argue(const struct blame_sources *sources,
           const struct conservation *conservation,
           const struct suspect *suspect, struct hypotheses *hypotheses)
{
    struct arguing arguing = { sources, conservation, hypotheses };
    size_t count;
    struct tag_sum *sums = account_sum(sources->ledger, suspect->accounts,
                                       suspect->account_count, &count);
    struct stack stack = { 0 };
    uint32_t birth =
        ledger_account_at(sources->ledger, suspect->accounts[0])->birth;
    bool *users = users_of(sources, sums, count);
    bool single = suspect->account_count == 1 && suspect->more_objects == 0;
    double all = 0;

    for (size_t i = 0; i < count; i++) {
        all += sums[i].taken > sums[i].released
                   ? (double)(sums[i].taken - sums[i].released)
                   : 0;
    }
    for (size_t i = 0; i < count; i++) {
        struct taking taking = { .sum = &sums[i], .stack = &stack };

        if (sums[i].taken <= sums[i].released ||
            !conservation_counts(sources->stacks, sums[i].tag)) {
            continue;
        }
        taking.share = (double)(sums[i].taken - sums[i].released) / all;
        taking.birth = stacks_birthplace(sources->stacks, sums[i].tag) ==
                       stacks_birthplace(sources->stacks, birth);
        if (taking.share >= SHARE_MIN || (single && taking.birth)) {
            stacks_fill(sources->stacks, sums[i].tag, &stack);
            library_users_settle(users, &stack);
            argue_taking(&arguing, &taking);
        }
    }
    walls_argue(sources, sums, count, birth, hypotheses);
    if (single) {
        argue_single_birth(hypotheses);
    }
    stack_clear(&stack);
    free(users);
    free(sums);
}

/* How much its code says that it overwrites what holds them. */
static double
read_overwrites(const struct hypotheses *hypotheses, uint32_t function)
{
    double most = 0;

    for (size_t i = 0; i < hypotheses->count; i++) {
        const struct hypothesis *one = &hypotheses->items[i];

        if (one->function == function) {
            most = fmax(most, one->values[WEIGHED_READ_OVERWRITES]);
        }
    }
    return most;
}

/*
 * That its code puts one away says nothing where one more was measured, where
 * the same code takes more than it puts away, or puts it over another one.
 */
static void
prefer_one_more(const struct hypotheses *hypotheses,
                struct hypothesis *hypothesis)
{
    double *values = hypothesis->values;

    values[WEIGHED_READ_STORES] *= 1 - values[WEIGHED_CALL_EQUALS];
    values[WEIGHED_READ_STORES] *= 1 - values[WEIGHED_READ_KEEPS];
    values[WEIGHED_CODE_STORES] *= 1 - values[WEIGHED_READ_KEEPS];
    values[WEIGHED_CODE_STORES] *=
        1 - read_overwrites(hypotheses, hypothesis->function);
}

void
facts_argue(const struct blame_sources *sources,
            const struct conservation *conservation, double growth,
            struct hypotheses *hypotheses)
{
    struct arguing arguing = { sources, conservation, hypotheses };

    argue_functions(&arguing, growth);
    for (size_t i = 0; i < hypotheses->count; i++) {
        argue_excess(conservation, growth, &hypotheses->items[i]);
        prefer_one_more(hypotheses, &hypotheses->items[i]);
    }
}
