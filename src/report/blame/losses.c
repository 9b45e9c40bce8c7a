#include "report/blame/losses.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum {
    SEEN_MIN = 2,    /* once may be chance */
    SHARE_MIN = 3,   /* one of so many that were seen, at least */
    KINDS_MAX = 256, /* of losses that are told apart */
};

/* Of what is seen, how much is right: the rest stays with the ranking. */
static const double SURE = .9;

/*
 * Who disposes of the owner and forgot what it held, rather than who filled the
 * slot: that one keeps its own promise.
 */
static const double FORGETTER_SHARE = 2. / 3;

/* A ranking that is less sure than this may be wrong. */
static const double DOUBTFUL = .9;

/* Losses of one kind: by the same function. */
struct kind {
    uint32_t function;
    uint32_t loss; /* the first record */
    bool gone;     /* with the owner */
    size_t frame;  /* of the writer's */
    uint64_t seen;
};

static const struct function *
innermost(const struct inputs *inputs, uint32_t tag, uint32_t *number)
{
    struct stack stack = { 0 };
    const struct function *function = NULL;

    stacks_fill(inputs->stacks, tag, &stack);
    if (stack.count > 0) {
        *number = stack.frames[0].function;
        function = symbols_function(inputs->symbols, *number);
    }
    stack_clear(&stack);
    return function;
}

/*
 * Who wrote over the slot: a function that took the object out for the one that
 * it is inlined into did well. NULL: nobody who is to blame.
 */
static const struct function *
writer_of(const struct inputs *inputs, const struct ledger_loss *loss,
          struct kind *kind)
{
    struct stack stack = { 0 };
    const struct function *function = NULL;
    uint32_t frame;

    stacks_fill(inputs->stacks, loss->writer, &stack);
    if (stack.count > 0 &&
        fates_of_overwritten(inputs->fates, stack.frames[0].place, 0, &frame) !=
            MOVED_WELL) {
        kind->frame = frame < stack.count ? frame : 0;
        kind->function = stack.frames[kind->frame].function;
        function = symbols_function(inputs->symbols, kind->function);
    }
    stack_clear(&stack);
    return function;
}

/*
 * The evaluator and allocators write to slots that are nobody's any more, and
 * so does the C library; and who disposes of an owner may empty it.
 */
static bool
may_overwrite(const struct inputs *inputs, const struct ledger_loss *loss,
              const struct function *function)
{
    uint32_t others = FUNCTION_EVALUATOR | FUNCTION_ALLOCATOR |
                      (loss->disposer != 0 ? FUNCTION_DISPOSER : 0);

    return function != NULL && function->image != 0 &&
           (ledger_image_at(inputs->ledger, function->image)->flags &
            LEDGER_IMAGE_PYTHON) != 0 &&
           (function->flags & others) == 0;
}

static void
add_loss(struct kind *kinds, size_t *count, struct kind kind)
{
    size_t i = 0;

    while (i < *count &&
           (kinds[i].function != kind.function || kinds[i].gone != kind.gone)) {
        i++;
    }
    if (i == KINDS_MAX) {
        return;
    }
    if (i == *count) {
        kinds[(*count)++] = kind;
    }
    kinds[i].seen++;
}

/* Losses of such objects, by kind. Returns how many there are in all. */
static uint64_t
count_losses(const struct inputs *inputs, const bool *wanted,
             struct kind *kinds, size_t *count)
{
    const struct ledger *ledger = inputs->ledger;
    uint64_t all = 0;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_LOSSES); i++) {
        const struct ledger_loss *loss = ledger_loss_at(ledger, i);
        struct kind kind = { .loss = i };

        if (!wanted[loss->account] ||
            ledger_account_at(ledger, loss->account)->serial != loss->serial) {
            continue;
        }
        if (may_overwrite(inputs, loss, writer_of(inputs, loss, &kind))) {
            add_loss(kinds, count, kind);
        }
        else if (loss->disposer != 0 &&
                 innermost(inputs, loss->disposer, &kind.function) != NULL) {
            kind.gone = true;
            kind.frame = 0;
            add_loss(kinds, count, kind);
        }
        else {
            continue;
        }
        all++;
    }
    return all;
}

/* The objects themselves, or all of their type that somebody lost. */
static bool *
wanted_accounts(const struct inputs *inputs, const struct suspect *suspect,
                bool of_type)
{
    uint32_t count = ledger_used(inputs->ledger, LEDGER_ACCOUNTS);
    bool *wanted = (bool *)memory_zeroed(count, sizeof *wanted);

    for (size_t i = 0; i < suspect->account_count; i++) {
        wanted[suspect->accounts[i]] = true;
    }
    for (uint32_t i = 1; of_type && i < count; i++) {
        wanted[i] |=
            ledger_account_at(inputs->ledger, i)->type == suspect->type;
    }
    return wanted;
}

/* Is it on the stack, and what has the evaluator called since? */
static bool
calls(const struct stack *stack, uint32_t function, size_t *frame)
{
    for (*frame = 0; *frame < stack->relevant; ++*frame) {
        if (stack->frames[*frame].evaluator) {
            return false;
        }
        if (stack->frames[*frame].function == function) {
            return true;
        }
    }
    return false;
}

/*
 * Where the reference was taken that the dead owner held, if the very function
 * that made the owner took it.
 */
static bool
find_taking(const struct inputs *inputs, const struct finding *finding,
            const struct ledger_loss *loss, uint32_t disposer, size_t *site,
            size_t *frame)
{
    uint32_t image = symbols_function(inputs->symbols, disposer)->image;
    struct stack birth = { 0 }, taken = { 0 };
    uint64_t made = stacks_birthplace(inputs->stacks, loss->owner_birth);
    bool found = false;

    stacks_fill(inputs->stacks, loss->owner_birth, &birth);
    for (*site = 0; !found && *site < finding->site_count; ++*site) {
        uint32_t tag = finding->sites[*site].tag;

        /* An object of the owner's kind is made there, not stored. */
        if (finding->sites[*site].role != ROLE_TAKEN ||
            stacks_birthplace(inputs->stacks, tag) == made) {
            continue;
        }
        stacks_fill(inputs->stacks, tag, &taken);
        for (size_t f = 0; f < birth.relevant && !found; f++) {
            uint32_t function = birth.frames[f].function;

            if (birth.frames[f].evaluator) {
                break;
            }
            found =
                symbols_function(inputs->symbols, function)->image == image &&
                calls(&taken, function, frame);
        }
    }
    --*site;
    stack_clear(&birth);
    stack_clear(&taken);
    return found;
}

static char *
explain(const struct inputs *inputs, const struct kind *kind)
{
    const struct ledger *ledger = inputs->ledger;
    const struct ledger_loss *loss = ledger_loss_at(ledger, kind->loss);
    char *type = ledger_printable(
        ledger, ledger_type_at(ledger, loss->owner_type)->name);
    char *text;

    if (kind->gone) {
        text = memory_format(
            "objects of type %s died without giving back what they held "
            "%" PRIu32 " bytes into them (seen %" PRIu64 " times)",
            type != NULL ? type : "?", loss->owner_offset, kind->seen);
    }
    else if (loss->owner_type != 0 && type != NULL) {
        text = memory_format("what %s holds %" PRIu32
                             " bytes into its objects was overwritten without "
                             "a release (caught %" PRIu64 " times)",
                             type, loss->owner_offset, kind->seen);
    }
    else {
        text = memory_format("a variable that held them was overwritten "
                             "without a release (caught %" PRIu64 " times)",
                             kind->seen);
    }
    free(type);
    return text;
}

static void
accuse(const struct inputs *inputs, struct finding *finding,
       const struct kind *kind)
{
    const struct ledger_loss *loss = ledger_loss_at(inputs->ledger, kind->loss);
    struct finding_site culprit = {
        .role = kind->gone ? ROLE_LET_GO : ROLE_OVERWROTE,
        .count = kind->seen,
        .blame = SURE,
        .tag = kind->gone ? loss->disposer : loss->writer,
        .frame = kind->frame,
    };
    size_t taking, frame;

    for (size_t i = 0; i < finding->site_count; i++) {
        finding->sites[i].blame *= 1 - SURE;
    }
    if (kind->gone &&
        find_taking(inputs, finding, loss, kind->function, &taking, &frame)) {
        struct finding_site site = finding->sites[taking];

        memmove(finding->sites + 1, finding->sites,
                taking * sizeof *finding->sites);
        finding->sites[0] = site;
        finding->sites[0].frame = frame;
        finding->sites[0].blame = SURE * (1 - FORGETTER_SHARE);
        culprit.blame = SURE * FORGETTER_SHARE;
    }
    finding_put_site(finding, culprit, 0);
    finding->confidence = finding->sites[0].blame;
    finding->evidence = 1;
    free(finding->why);
    finding->why = explain(inputs, kind);
}

static bool
apply(const struct inputs *inputs, const struct suspect *suspect, bool of_type,
      struct finding *finding)
{
    bool *wanted = wanted_accounts(inputs, suspect, of_type);
    struct kind kinds[KINDS_MAX];
    size_t count = 0, best = 0;
    uint64_t all = count_losses(inputs, wanted, kinds, &count);
    bool sure;

    free(wanted);
    for (size_t i = 1; i < count; i++) {
        best = kinds[i].seen > kinds[best].seen ? i : best;
    }
    sure = count > 0 && kinds[best].seen >= SEEN_MIN &&
           kinds[best].seen * SHARE_MIN >= all;
    if (sure) {
        accuse(inputs, finding, &kinds[best]);
    }
    return sure;
}

/*
 * Few objects can be followed. Where none of these were, others of their type
 * that were lost may tell.
 */
bool
losses_apply(const struct inputs *inputs, const struct suspect *suspect,
             struct finding *finding)
{
    return apply(inputs, suspect, false, finding) ||
           (finding->confidence < DOUBTFUL &&
            apply(inputs, suspect, true, finding));
}
