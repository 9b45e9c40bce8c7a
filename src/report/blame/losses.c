#include "report/blame/losses.h"

#include <inttypes.h>
#include <stdlib.h>

#include "report/evidence/let_go.h"
#include "report/evidence/scattered.h"
#include "report/evidence/type_functions.h"
#include "report/input/ledger_load.h"
#include "report/symbols/image_types.h"
#include "report/text/memory.h"

enum {
    SEEN_MIN = 2,    /* once may be chance */
    KINDS_MAX = 256, /* of losses that are told apart */
    TYPES_MAX = 64,  /* of an image, that are looked at */
};

/* Deaths are estimated: so many times the references may have died. */
static const double OWNED_FACTOR = 2;

/* Losses of one kind: by the same function. */
struct kind {
    uint32_t function;
    uint32_t loss;             /* the first record */
    bool gone;                 /* with the owner */
    size_t frame;              /* of the writer's */
    const struct place *alone; /* instead of a stack */
    uint64_t seen;
    uint64_t deaths; /* of owners that these stand for, or more */
};

struct kinds {
    struct kind items[KINDS_MAX];
    size_t count;
    uint64_t all; /* losses */
};

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
    else {
        kinds[i].deaths += kind.deaths;
    }
    kinds[i].seen++;
}

/* Where nobody knows how many it stands for, it is one. */
static uint64_t
deaths_of(const struct ledger_loss *loss)
{
    return loss->stands_for > 0 ? loss->stands_for : 1;
}

/* Losses of such objects, by kind. Returns how many there are in all. */
static uint64_t
count_losses(const struct inputs *inputs, const bool *wanted,
             const bool *scattered, struct kind *kinds, size_t *count)
{
    const struct ledger *ledger = inputs->ledger;
    struct let_go_memory memory = { 0 };
    uint64_t all = 0;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_LOSSES); i++) {
        const struct ledger_loss *loss = ledger_loss_at(ledger, i);
        struct kind kind = { .loss = i, .deaths = deaths_of(loss) };
        struct let_go by;

        if (!wanted[loss->account] || scattered[loss->owner_type] ||
            ledger_account_at(ledger, loss->account)->serial != loss->serial) {
            continue;
        }
        if (may_overwrite(inputs, loss, writer_of(inputs, loss, &kind))) {
            add_loss(kinds, count, kind);
        }
        else if (let_go_find(inputs, loss, &memory, &by)) {
            kind.function = by.function;
            kind.alone = by.alone;
            kind.frame = by.frame;
            kind.gone = true;
            add_loss(kinds, count, kind);
        }
        else {
            continue;
        }
        all++;
    }
    return all;
}

/* The collector calls tp_clear, too: what that leaves out it owes. */
static bool
is_clear(const struct inputs *inputs, uint32_t function)
{
    uint32_t image = symbols_function(inputs->symbols, function)->image;
    struct image_file *file = symbols_image_file(inputs->symbols, image);
    struct image_type types[TYPES_MAX];
    size_t count = file != NULL ? image_types_find(file, types, TYPES_MAX) : 0;

    for (size_t i = 0; i < count; i++) {
        const struct place *place =
            types[i].clear != 0
                ? symbols_place(inputs->symbols, image, types[i].clear)
                : NULL;

        if (place != NULL && place->count > 0 &&
            place->frames[place->count - 1].function == function) {
            return true;
        }
    }
    return false;
}

/* Is `outer` at work further out where the one of `kind` let go? */
static bool
is_called_by(const struct inputs *inputs, const struct kind *kind,
             uint32_t outer)
{
    struct stack stack = { 0 };
    bool found = false;

    stacks_fill(inputs->stacks,
                ledger_loss_at(inputs->ledger, kind->loss)->disposer, &stack);
    for (size_t i = kind->frame + 1;
         i < stack.count && !stack.frames[i].evaluator; i++) {
        found |= stack.frames[i].function == outer;
    }
    stack_clear(&stack);
    return found && kind->function != outer;
}

/* The same field of the same type. */
static bool
same_field(const struct inputs *inputs, const struct kind *one,
           const struct kind *other)
{
    const struct ledger_loss *left = ledger_loss_at(inputs->ledger, one->loss);
    const struct ledger_loss *right =
        ledger_loss_at(inputs->ledger, other->loss);

    return left->owner_type == right->owner_type &&
           left->owner_offset == right->owner_offset;
}

/*
 * A field that was left out stands beside some that a function released itself,
 * and some that it had a helper release: what the helper is given is not what
 * was left out, or it would have been beside the helper's each time.
 */
static void
join_helpers(const struct inputs *inputs, struct kinds *kinds)
{
    for (size_t i = 0; i < kinds->count; i++) {
        struct kind *helper = &kinds->items[i];

        for (size_t j = 0; j < kinds->count; j++) {
            struct kind *caller = &kinds->items[j];

            if (helper->gone && caller->gone && helper->alone == NULL &&
                helper->seen > 0 && caller->seen > 0 &&
                same_field(inputs, helper, caller) &&
                is_called_by(inputs, helper, caller->function) &&
                !is_clear(inputs, helper->function)) {
                caller->seen += helper->seen;
                caller->deaths += helper->deaths;
                helper->seen = helper->deaths = 0;
            }
        }
    }
}

/* The objects themselves, or all of their type that somebody lost. */
static bool *
wanted_accounts(const struct inputs *inputs, const struct suspect *suspect,
                bool of_type)
{
    uint32_t count = ledger_used(inputs->ledger, LEDGER_ACCOUNTS);
    bool *wanted = suspect_marks(inputs->ledger, suspect);

    for (uint32_t i = 1; of_type && i < count; i++) {
        wanted[i] |=
            ledger_account_at(inputs->ledger, i)->type == suspect->type;
    }
    return wanted;
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
            "objects of type %s%s died without giving back what they held "
            "%" PRIu32 " bytes into them (seen %" PRIu64 " times)",
            type != NULL ? type : "?",
            type_functions_inherit_dealloc(inputs, loss->owner_type)
                ? ", which has the tp_dealloc of its base,"
                : "",
            loss->owner_offset, kind->seen);
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
argue_kind(const struct inputs *inputs, const struct kind *kind, double share,
           bool of_type, struct hypotheses *hypotheses)
{
    const struct ledger_loss *loss = ledger_loss_at(inputs->ledger, kind->loss);
    struct hypothesis *one;

    if (share <= 0) {
        return;
    }
    one = hypotheses_of(hypotheses, kind->function,
                        kind->gone ? MECHANISM_LEFT_OUT : MECHANISM_OVERWROTE);
    one->values[of_type      ? WEIGHED_CAUGHT_OTHERS
                : kind->gone ? WEIGHED_CAUGHT_LEAVING_OUT
                             : WEIGHED_CAUGHT_OVERWRITING] += share;
    if (share > one->best) {
        one->best = share;
        one->alone = kind->alone;
        one->tag = kind->gone ? loss->disposer : loss->writer;
        one->frame = kind->frame;
        one->count = kind->seen;
        free(one->why);
        one->why = explain(inputs, kind);
    }
}

/*
 * Each owner that died without giving it back left one: where many more died
 * than references are too many, with stacks or without, they only pointed at it.
 */
static double
plausible(const struct kind *kind, const struct suspect *suspect)
{
    double most =
        OWNED_FACTOR * (double)(suspect->references + suspect->more_references);

    return (double)kind->deaths > most ? most / (double)kind->deaths : 1;
}

static void
find_kinds(const struct inputs *inputs, const struct suspect *suspect,
           bool of_type, const bool *scattered, struct kinds *kinds)
{
    bool *wanted = wanted_accounts(inputs, suspect, of_type);

    kinds->all =
        count_losses(inputs, wanted, scattered, kinds->items, &kinds->count);
    join_helpers(inputs, kinds);
    free(wanted);
}

static const struct kind *
find(const struct kinds *kinds, const struct kind *like)
{
    for (size_t i = 0; i < kinds->count; i++) {
        if (kinds->items[i].function == like->function &&
            kinds->items[i].gone == like->gone) {
            return &kinds->items[i];
        }
    }
    return NULL;
}

/* How much is to be held of it, of all that were seen. */
static double
share_of(const struct kinds *kinds, const struct kind *kind)
{
    double seen = (double)kind->seen;

    return seen / (double)kinds->all * seen / (seen + 1);
}

/* Once is enough where it was seen with others of the type again and again. */
static double
share_of_own(const struct kinds *own, const struct kinds *others,
             const struct suspect *suspect, const struct kind *kind)
{
    const struct kind *again = find(others, kind);

    return again != NULL && again->seen >= SEEN_MIN
               ? share_of(own, kind) * plausible(kind, suspect)
               : 0;
}

/* As much as the objects themselves leave open. */
static double
share_of_others(const struct kinds *own, const struct kinds *others,
                const struct suspect *suspect, const struct kind *kind)
{
    const struct kind *itself = find(own, kind);

    if (kind->seen < SEEN_MIN ||
        (itself != NULL && plausible(itself, suspect) < 1)) {
        return 0;
    }
    return share_of(others, kind) *
           (itself != NULL ? 1 - share_of(own, itself) : 1);
}

/*
 * Few objects can be followed. Others of their type that were lost may tell,
 * too.
 */
void
losses_argue(const struct inputs *inputs, const struct suspect *suspect,
             struct hypotheses *hypotheses)
{
    struct kinds *own = (struct kinds *)memory_zeroed(2, sizeof *own);
    struct kinds *others = own + 1;
    bool *scattered = scattered_types(inputs->ledger);

    find_kinds(inputs, suspect, false, scattered, own);
    find_kinds(inputs, suspect, true, scattered, others);
    free(scattered);
    for (size_t i = 0; i < own->count; i++) {
        argue_kind(inputs, &own->items[i],
                   share_of_own(own, others, suspect, &own->items[i]), false,
                   hypotheses);
    }
    for (size_t i = 0; i < others->count; i++) {
        argue_kind(inputs, &others->items[i],
                   share_of_others(own, others, suspect, &others->items[i]),
                   true, hypotheses);
    }
    free(own);
}
