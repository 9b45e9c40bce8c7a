#include "report/evidence/conservation.h"

#include <math.h>
#include <stdlib.h>

#include "ledger/hash.h"
#include "report/evidence/account_sum.h"
#include "report/text/memory.h"

/*
 * What nets may differ by from what is too many, as a share of it: calls before
 * the interpreter has specialized them, and objects that are still in use, are
 * missing on one side.
 */
static const double TOLERANCE = .1;

/* From here on a net fits. */
static const double FITS = .8;

struct kept {
    uint32_t function;
    uint64_t path; /* of its callers, while they are added up */
    double net;
    double back;       /* what it moved the other way */
    double calls;      /* at least so many */
    double passed;     /* the best fit of what it called for these references */
    bool calls_others; /* for these */
    bool serves;       /* the interpreter's, and calls a module for them */
};

struct conservation {
    const struct ledger *ledger;
    struct symbols *symbols;
    double growth; /* never negative */
    double sign;
    struct kept *kept; /* sorted by function, when they are complete */
    size_t count;
};

static int
compare(const void *a, const void *b)
{
    uint32_t left = ((const struct kept *)a)->function;
    uint32_t right = ((const struct kept *)b)->function;

    return (left > right) - (left < right);
}

static int
compare_paths(const void *a, const void *b)
{
    uint64_t left = ((const struct kept *)a)->path;
    uint64_t right = ((const struct kept *)b)->path;
    int order = compare(a, b);

    return order != 0 ? order : (left > right) - (left < right);
}

static struct kept *
find(const struct conservation *conservation, uint32_t function)
{
    struct kept wanted = { .function = function };

    return conservation->count == 0
               ? NULL
               : (struct kept *)bsearch(&wanted, conservation->kept,
                                        conservation->count, sizeof wanted,
                                        compare);
}

static bool
is_counted(const struct conservation *conservation, const struct stack *stack,
           size_t frame)
{
    uint32_t function = stack->frames[frame].function;

    if (stack->frames[frame].evaluator) {
        return false;
    }
    /* A recursive function is outermost once. */
    for (size_t i = frame + 1; i < stack->relevant; i++) {
        if (stack->frames[i].function == function) {
            return false;
        }
    }
    return (symbols_function(conservation->symbols, function)->flags &
            (FUNCTION_ALLOCATOR | FUNCTION_GLUE)) == 0;
}

static void
add_all(struct conservation *conservation, const struct stack *stack,
        const struct tag_sum *sum)
{
    bool few = conservation->sign < 0;
    double calls = (double)(few ? sum->released : sum->taken) / sum->step;
    double net = (double)sum->taken - (double)sum->released;

    uint64_t path = 1;

    for (size_t i = stack->relevant; i > 0; i--) {
        uint32_t function = stack->frames[i - 1].function;

        if (is_counted(conservation, stack, i - 1)) {
            conservation->kept = (struct kept *)memory_room(
                conservation->kept, conservation->count,
                sizeof *conservation->kept);
            conservation->kept[conservation->count++] = (struct kept){
                .function = function,
                .path = path,
                .net = conservation->sign * net,
                .back = (double)(few ? sum->taken : sum->released),
                .calls = calls,
            };
        }
        path = hash_mix(path, function);
    }
}

/*
 * One record a function. By the same path it was called at least as often as
 * any change was made below it.
 */
static void
merge(struct conservation *conservation)
{
    struct kept *kept = conservation->kept;
    size_t last = 0;
    double before = 0; /* calls by other paths */

    if (conservation->count == 0) {
        return;
    }
    qsort(kept, conservation->count, sizeof *kept, compare_paths);
    for (size_t i = 1; i < conservation->count; i++) {
        struct kept *into = &kept[last];

        if (kept[i].function != into->function) {
            kept[++last] = kept[i];
            before = 0;
            continue;
        }
        into->net += kept[i].net;
        into->back += kept[i].back;
        if (kept[i].path != into->path) {
            into->path = kept[i].path;
            before = into->calls;
        }
        if (before + kept[i].calls > into->calls) {
            into->calls = before + kept[i].calls;
        }
    }
    conservation->count = last + 1;
}

/* For the frames of one stack: how well do those inside of each fit? */
static void
pass_fits(struct conservation *conservation, const struct stack *stack)
{
    double best = 0;
    bool called = false, module = false;

    for (size_t i = 0; i < stack->relevant; i++) {
        bool main;
        struct kept *kept;

        if (stack->frames[i].evaluator) {
            best = 0;
            called = module = false;
            continue;
        }
        main = symbols_in_interpreter(conservation->symbols,
                                      stack->frames[i].function);
        kept = find(conservation, stack->frames[i].function);
        if (kept != NULL && is_counted(conservation, stack, i)) {
            double fit = conservation_fit(conservation, kept->function);

            kept->passed = best > kept->passed ? best : kept->passed;
            kept->calls_others |= called;
            kept->serves |= main && module;
            best = fit > best ? fit : best;
            called = true;
        }
        module |= !main;
    }
}

bool
conservation_counts(struct stacks *stacks, uint32_t tag)
{
    return (stacks_flags(stacks, tag) & (FUNCTION_SETUP | FUNCTION_TEARDOWN)) ==
           0;
}

struct conservation *
conservation_create(const struct ledger *ledger, struct symbols *symbols,
                    struct stacks *stacks, const uint32_t *accounts,
                    size_t account_count, double growth)
{
    struct conservation *conservation =
        (struct conservation *)memory_zeroed(1, sizeof *conservation);
    size_t count;
    struct tag_sum *sums = account_sum(ledger, accounts, account_count, &count);
    struct stack stack = { 0 };

    conservation->ledger = ledger;
    conservation->symbols = symbols;
    conservation->sign = growth < 0 ? -1 : 1;
    conservation->growth = fabs(growth);
    for (size_t i = 0; i < count; i++) {
        if (conservation_counts(stacks, sums[i].tag)) {
            stacks_fill(stacks, sums[i].tag, &stack);
            add_all(conservation, &stack, &sums[i]);
        }
    }
    merge(conservation);
    for (size_t i = 0; i < count; i++) {
        bool wanted = growth < 0 ? sums[i].released > sums[i].taken
                                 : sums[i].taken > sums[i].released;

        if (wanted && conservation_counts(stacks, sums[i].tag)) {
            stacks_fill(stacks, sums[i].tag, &stack);
            pass_fits(conservation, &stack);
        }
    }
    stack_clear(&stack);
    free(sums);
    return conservation;
}

void
conservation_free(struct conservation *conservation)
{
    free(conservation->kept);
    free(conservation);
}

double
conservation_share(const struct conservation *conservation, uint32_t function)
{
    const struct kept *kept = find(conservation, function);

    return kept == NULL || kept->net <= 0
               ? 0
               : kept->net / (kept->net + kept->back);
}

struct conservation_moved
conservation_moved(const struct conservation *conservation, uint32_t function)
{
    const struct kept *kept = find(conservation, function);

    return kept == NULL
               ? (struct conservation_moved){ 0 }
               : (struct conservation_moved){ kept->back, kept->calls };
}

double
conservation_net(const struct conservation *conservation, uint32_t function)
{
    const struct kept *kept = find(conservation, function);

    return kept != NULL ? conservation->sign * kept->net : 0;
}

/* What a call of it may hand to its caller: one reference, if anything. */
static double
handed_most(const struct conservation *conservation, const struct kept *kept)
{
    const struct function *function =
        symbols_function(conservation->symbols, kept->function);

    if (conservation->sign < 0) {
        return 0; /* nobody hands up what is missing */
    }
    if (function->returns != RETURN_UNKNOWN &&
        function->returns != RETURN_OBJECT) {
        return 0;
    }
    return kept->calls < kept->net ? kept->calls : kept->net;
}

double
conservation_fit(const struct conservation *conservation, uint32_t function)
{
    const struct kept *kept = find(conservation, function);
    double growth = conservation->growth, most, least;

    if (kept == NULL || kept->net <= 0 || growth <= 0) {
        return 0;
    }
    most = kept->net;
    least = most - handed_most(conservation, kept);
    if (fabs(most - growth) <= TOLERANCE * growth ||
        fabs(least - growth) <= TOLERANCE * growth) {
        return 1;
    }
    if (most < growth) {
        return most / growth * (most / growth);
    }
    return growth / (least > growth ? least : most);
}

bool
conservation_singles_out(const struct conservation *conservation,
                         uint32_t function)
{
    const struct kept *kept = find(conservation, function);

    return kept != NULL && kept->calls_others && !kept->serves &&
           kept->passed < FITS &&
           conservation_fit(conservation, function) >= FITS;
}
