#include "report/blame/lent_made.h"

#include <inttypes.h>
#include <stdlib.h>

#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum {
    ACCOUNTS_MAX = 256, /* that are looked at */
    MAKERS_MAX = 16,
    BLAMED_MAX = 3, /* more are not understood */
    SLOTS_MAX = 4,
};

/* So much of what is missing the objects gave back, and so much they were. */
static const double MISSING_MIN = .8;

/* Of others more were made than references are missing. */
static const double MADE_MAX = 1.25;

/* Who took for so many of those that it made takes for all. */
static const double TAKEN_MAX = .1;

static const double MADE_SURE = .8;

/* A function, and the objects of a type that it made. */
struct maker {
    uint32_t function, type;
    uint32_t disposer; /* function that takes such objects apart */
    uint32_t tag;      /* of most of the births */
    size_t frame;      /* ... where it stands there */
    uint64_t most, made;
};

struct makers {
    struct maker items[MAKERS_MAX];
    size_t count;
};

/* The innermost function of a module, up to Python code; false: none. */
static bool
find_maker(const struct inputs *inputs, const struct stack *stack,
           size_t *frame)
{
    size_t native = stack_native(stack);

    for (size_t f = 0; f < native; f++) {
        const struct function *function =
            symbols_function(inputs->symbols, stack->frames[f].function);

        if (function->image != 0 &&
            !symbols_in_interpreter(inputs->symbols,
                                    stack->frames[f].function) &&
            (function->flags & (FUNCTION_ALLOCATOR | FUNCTION_GLUE)) == 0) {
            *frame = f;
            return true;
        }
    }
    return false;
}

static void
add_births(struct makers *makers, const struct ledger_kind *kind,
           uint32_t function, uint32_t disposer, size_t frame)
{
    struct maker *maker = makers->items;

    while (maker < makers->items + makers->count &&
           (maker->function != function || maker->type != kind->type)) {
        maker++;
    }
    if (maker == makers->items + MAKERS_MAX) {
        return;
    }
    if (maker == makers->items + makers->count) {
        makers->count++;
        *maker = (struct maker){ .function = function,
                                 .type = kind->type,
                                 .disposer = disposer };
    }
    maker->made += kind->births;
    if (kind->births > maker->most) {
        maker->most = kind->births;
        maker->tag = kind->birth;
        maker->frame = frame;
    }
}

/* The function that takes apart objects of the type, if it is a module's; 0. */
static uint32_t
disposer_of(const struct inputs *inputs, uint32_t type)
{
    uint64_t disposer = ledger_type_at(inputs->ledger, type)->disposer;
    const struct place *place =
        disposer != 0 ? symbols_address(inputs->symbols, disposer, 0) : NULL;

    return place != NULL && place->count > 0 && place->image != 0 &&
                   !ledger_image_is_interpreters(inputs->ledger, place->image)
               ? place->frames[place->count - 1].function
               : 0;
}

/* Of types of modules, kinds of which there were about so many. */
static void
find_makers(const struct inputs *inputs, double missing, struct makers *makers)
{
    const struct ledger *ledger = inputs->ledger;
    struct stack stack = { 0 };

    for (uint32_t k = 1; k < ledger_used(ledger, LEDGER_KINDS); k++) {
        const struct ledger_kind *kind = ledger_kind_at(ledger, k);
        uint32_t disposer;
        size_t frame;

        if ((double)kind->births < MISSING_MIN * missing / BLAMED_MAX ||
            (double)kind->births > MADE_MAX * missing || kind->birth == 0) {
            continue;
        }
        disposer = disposer_of(inputs, kind->type);
        if (disposer == 0) {
            continue;
        }
        stacks_fill(inputs->stacks, kind->birth, &stack);
        if (find_maker(inputs, &stack, &frame)) {
            add_births(makers, kind, stack.frames[frame].function, disposer,
                       frame);
        }
    }
    stack_clear(&stack);
}

static bool
runs_in(const struct stack *stack, size_t native, uint32_t function)
{
    for (size_t f = 0; f < native; f++) {
        if (stack->frames[f].function == function) {
            return true;
        }
    }
    return false;
}

/* Whether it was taken to be kept: it is put into a field, or by whom returns no
 * object. */
static bool
is_kept(const struct inputs *inputs, const struct stack *stack, uint32_t tag)
{
    struct fate_slot slots[SLOTS_MAX];

    return symbols_function(inputs->symbols, stack->frames[0].function)
                   ->returns == RETURN_OTHER ||
           fates_slots(inputs->fates, inputs->ledger, stack, tag, false, slots,
                       0, SLOTS_MAX) > 0;
}

/* What became of the suspect's references, as far as it concerns a maker. */
struct tally {
    uint64_t given;   /* released below who takes the objects apart */
    uint64_t taken;   /* below the maker itself */
    uint64_t to_keep; /* by the maker's module, as a tp_init does */
};

static void
count_change(const struct inputs *inputs, const struct maker *maker,
             const struct ledger_entry *entry, const struct stack *stack,
             struct tally *tally)
{
    size_t native = stack_native(stack);

    if (runs_in(stack, native, maker->disposer)) {
        tally->given += entry->released;
    }
    if (entry->taken == 0) {
        return;
    }
    if (runs_in(stack, native, maker->function)) {
        tally->taken += entry->taken;
    }
    if (stack->relevant > 0 &&
        stack->frames[0].place->image ==
            symbols_function(inputs->symbols, maker->function)->image &&
        is_kept(inputs, stack, entry->tag)) {
        tally->to_keep += entry->taken;
    }
}

/* Of `count` of the suspect's objects. */
static struct tally
tally_changes(const struct inputs *inputs, const struct suspect *suspect,
              size_t count, const struct maker *maker)
{
    const struct ledger *ledger = inputs->ledger;
    struct tally tally = { 0 };
    struct stack stack = { 0 };

    for (size_t i = 0; i < count; i++) {
        uint32_t e = ledger_account_at(ledger, suspect->accounts[i])->entries;

        for (; e != 0; e = ledger_entry_at(ledger, e)->next) {
            const struct ledger_entry *entry = ledger_entry_at(ledger, e);

            stacks_fill(inputs->stacks, entry->tag, &stack);
            count_change(inputs, maker, entry, &stack, &tally);
        }
    }
    stack_clear(&stack);
    return tally;
}

static bool
is_to_blame(const struct inputs *inputs, const struct suspect *suspect,
            const struct maker *maker, double missing)
{
    size_t count = suspect->account_count < ACCOUNTS_MAX
                       ? suspect->account_count
                       : ACCOUNTS_MAX;
    double part = missing * (double)count /
                  (double)(suspect->account_count + suspect->more_objects);
    struct tally tally;

    if ((double)maker->made < MISSING_MIN * missing ||
        (double)maker->made > MADE_MAX * missing) {
        return false;
    }
    tally = tally_changes(inputs, suspect, count, maker);
    return (double)tally.given >= MISSING_MIN * part &&
           (double)tally.taken <= TAKEN_MAX * part &&
           (double)tally.to_keep < MISSING_MIN * part;
}

static void
blame(const struct inputs *inputs, const struct maker *maker,
      struct hypotheses *hypotheses)
{
    const struct ledger *ledger = inputs->ledger;
    char *type =
        ledger_printable(ledger, ledger_type_at(ledger, maker->type)->name);
    struct hypothesis *one =
        hypotheses_of(hypotheses, maker->function, MECHANISM_LENT);

    one->values[WEIGHED_READ_LENDS] = 1;
    one->sure = MADE_SURE;
    one->best = 1;
    one->tag = maker->tag;
    one->frame = maker->frame;
    one->count = maker->made;
    one->why = memory_format(
        "%s made %" PRIu64 " objects of type %s and took none for them; they "
        "gave it back when they died",
        symbols_function(inputs->symbols, maker->function)->name, maker->made,
        type != NULL ? type : "?");
    free(type);
}

static bool
is_maker(const struct hypothesis *hypothesis, const void *context)
{
    const struct makers *makers = (const struct makers *)context;
    size_t i = 0;

    while (i < makers->count &&
           makers->items[i].function != hypothesis->function) {
        i++;
    }
    return i < makers->count;
}

void
lent_made_argue(const struct inputs *inputs, const struct suspect *suspect,
                struct hypotheses *hypotheses)
{
    double missing = (double)(suspect->references + suspect->more_references);
    struct makers makers = { 0 };
    size_t count = 0;

    find_makers(inputs, missing, &makers);
    for (size_t i = 0; i < makers.count; i++) {
        if (is_to_blame(inputs, suspect, &makers.items[i], missing)) {
            makers.items[count++] = makers.items[i];
        }
    }
    makers.count = count;
    if (count == 0 || count > BLAMED_MAX) {
        return;
    }
    /* Whose code was read, too, has the line where it does it. */
    hypotheses_keep(hypotheses, is_maker, &makers);
    if (hypotheses->count > 0) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        blame(inputs, &makers.items[i], hypotheses);
    }
}
