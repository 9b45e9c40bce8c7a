#include "report/blame/type_owed.h"

#include <stdlib.h>

#include "report/input/ledger_load.h"
#include "report/text/memory.h"
#include "report/text/text.h"

enum {
    DEATHS_MIN = 10,
    DEATHS_EACH = 2, /* at least so many for each release */
    DISPOSERS_MAX = 3,
    EQUAL_SHARE = 20, /* they differ by at most one in so many */
};

struct disposer {
    uint64_t function;
    uint64_t deaths, releases;
    const struct ledger_type *type; /* one of those that it is about */
};

struct tally {
    struct disposer disposers[DISPOSERS_MAX];
    size_t count;
    uint64_t deaths, releases;
    size_t types;
};

/* The type that the object is; NULL: none with instances. */
static const struct ledger_type *
type_at(const struct ledger *ledger, uint64_t address)
{
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_TYPES); i++) {
        const struct ledger_type *type = ledger_type_at(ledger, i);

        if (type->address == address) {
            return type;
        }
    }
    return NULL;
}

/* The function that takes instances apart. */
static uint32_t
function_of(const struct inputs *inputs, const struct ledger_type *type)
{
    const struct place *place =
        symbols_address(inputs->symbols, type->disposer, 0);

    return place->count > 0 ? place->frames[place->count - 1].function : 0;
}

static bool
is_disposal(const struct inputs *inputs, uint32_t tag, uint32_t disposer,
            bool equal, struct stack *stack)
{
    stacks_fill(inputs->stacks, tag, stack);
    if (!equal && stack_disposed(inputs->symbols, stack, stack->relevant)) {
        return true;
    }
    for (size_t i = 0; i < stack->relevant; i++) {
        if (stack->frames[i].function == disposer) {
            return true;
        }
    }
    return false;
}

/*
 * Of the type, while instances were taken apart: at most so many. If as many
 * are too many as died, what containers gave up does not count.
 */
static uint64_t
releases_of(const struct inputs *inputs, const struct ledger_account *account,
            uint32_t disposer, bool equal)
{
    int64_t gained = account->references - account->adopted_references;
    int64_t unknown = account->changes; /* without a stack */
    uint64_t releases = 0;
    struct stack stack = { 0 };

    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(inputs->ledger, e)->next) {
        const struct ledger_entry *entry = ledger_entry_at(inputs->ledger, e);

        unknown -= (int64_t)entry->taken + entry->released;
        gained -= (int64_t)entry->taken - entry->released;
        if (entry->released > 0 &&
            is_disposal(inputs, entry->tag, disposer, equal, &stack)) {
            releases += entry->released;
        }
    }
    stack_clear(&stack);
    return unknown > gained ? releases + (uint64_t)(unknown - gained) / 2
                            : releases;
}

static void
add(struct tally *tally, struct disposer one)
{
    size_t i = 0;

    while (i < tally->count && tally->disposers[i].function != one.function) {
        i++;
    }
    if (i == DISPOSERS_MAX) {
        return;
    }
    if (i == tally->count) {
        tally->disposers[tally->count++] = one;
        return;
    }
    tally->disposers[i].deaths += one.deaths;
    tally->disposers[i].releases += one.releases;
}

/* Are as many references to the type too many as instances of it died? */
static bool
equals_deaths(const struct suspect *suspect, const struct ledger_type *type)
{
    uint64_t deaths = type->deaths_estimated;
    uint64_t too_many = suspect->references + suspect->more_references;
    uint64_t difference =
        deaths > too_many ? deaths - too_many : too_many - deaths;

    return suspect->account_count == 1 && difference * EQUAL_SHARE <= deaths;
}

/*
 * A class of Python has the tp_dealloc of the type that it is derived from. If
 * that is static, the interpreter releases the class of each instance, in
 * subtype_dealloc, whatever the other one does.
 */
static bool
interpreter_owes(const struct ledger *ledger, const struct ledger_type *type)
{
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_TYPES); i++) {
        const struct ledger_type *other = ledger_type_at(ledger, i);

        if (other->disposer == type->disposer &&
            (other->flags & LEDGER_TYPE_HEAP) == 0) {
            return true;
        }
    }
    return false;
}

static void
count(const struct inputs *inputs, const struct suspect *suspect,
      struct tally *tally)
{
    const struct ledger *ledger = inputs->ledger;

    for (size_t i = 0; i < suspect->account_count; i++) {
        const struct ledger_account *account =
            ledger_account_at(ledger, suspect->accounts[i]);
        const struct ledger_type *type = type_at(ledger, account->object);
        struct disposer one;

        if (type == NULL || (type->flags & LEDGER_TYPE_HEAP) == 0 ||
            type->disposer == 0 || interpreter_owes(ledger, type)) {
            continue;
        }
        one = (struct disposer){
            type->disposer,
            type->deaths_estimated,
            releases_of(inputs, account, function_of(inputs, type),
                        equals_deaths(suspect, type)),
            type,
        };
        tally->types++;
        tally->deaths += one.deaths;
        tally->releases += one.releases;
        if (one.deaths >= DEATHS_EACH * one.releases && one.deaths > 0) {
            add(tally, one);
        }
    }
}

static char *
why(const struct inputs *inputs, const struct disposer *first,
    const char *function)
{
    char deaths[TEXT_NUMBER_BYTES], releases[TEXT_NUMBER_BYTES];
    char *name = ledger_printable(inputs->ledger, first->type->name);
    char *text =
        memory_format("about %s instances of %s died, and the type was "
                      "released %s time%s: %s "
                      "must release the type of each instance",
                      text_number(deaths, (int64_t)first->deaths), name,
                      text_number(releases, (int64_t)first->releases),
                      first->releases == 1 ? "" : "s", function);

    free(name);
    return text;
}

void
type_owed_argue(const struct inputs *inputs, const struct suspect *suspect,
                struct hypotheses *hypotheses)
{
    struct tally tally = { .count = 0 };

    count(inputs, suspect, &tally);
    if (tally.count == 0 || tally.deaths < DEATHS_MIN) {
        return;
    }
    for (size_t i = 0; i < tally.count; i++) {
        const struct disposer *disposer = &tally.disposers[i];
        const struct place *place =
            symbols_address(inputs->symbols, disposer->function, 0);
        struct hypothesis *one;
        uint32_t function;

        if (place->count == 0) {
            continue;
        }
        function = place->frames[place->count - 1].function;
        one = hypotheses_of(hypotheses, function, MECHANISM_OWES_TYPE);
        one->values[WEIGHED_TYPE_OWED] =
            (double)(disposer->deaths - disposer->releases) /
            (double)disposer->deaths * (double)disposer->deaths /
            (double)tally.deaths;
        one->values[WEIGHED_TYPE_EQUALS] =
            equals_deaths(suspect, disposer->type);
        one->alone = place;
        one->frame = place->count - 1;
        free(one->why);
        one->why = why(inputs, disposer,
                       symbols_function(inputs->symbols, function)->name);
    }
}

static bool
comes_with_instance(const struct inputs *inputs, const struct stack *stack)
{
    return stack->relevant > 0 &&
           (symbols_function(inputs->symbols, stack->frames[0].function)
                ->flags &
            FUNCTION_ALLOCATOR) != 0;
}

/* Of the references that were taken: the share that came with instances. */
static double
share_of_instances(const struct inputs *inputs, const struct suspect *suspect)
{
    const struct ledger *ledger = inputs->ledger;
    uint64_t taken = 0, theirs = 0;
    struct stack stack = { 0 };

    for (size_t i = 0; i < suspect->account_count; i++) {
        uint32_t e = ledger_account_at(ledger, suspect->accounts[i])->entries;

        while (e != 0) {
            const struct ledger_entry *entry = ledger_entry_at(ledger, e);

            if (entry->taken > 0) {
                stacks_fill(inputs->stacks, entry->tag, &stack);
                taken += entry->taken;
                theirs +=
                    comes_with_instance(inputs, &stack) ? entry->taken : 0;
            }
            e = entry->next;
        }
    }
    stack_clear(&stack);
    return taken > 0 ? (double)theirs / (double)taken : 0;
}

void
type_owed_excuse(const struct inputs *inputs, const struct suspect *suspect,
                 struct hypotheses *hypotheses)
{
    double owed = 0;

    for (size_t i = 0; i < hypotheses->count; i++) {
        owed += hypotheses->items[i].values[WEIGHED_TYPE_OWED];
    }
    if (owed > 0) {
        owed = (owed < 1 ? owed : 1) * share_of_instances(inputs, suspect);
    }
    for (size_t i = 0; i < hypotheses->count; i++) {
        struct hypothesis *one = &hypotheses->items[i];

        if (one->mechanism == MECHANISM_KEPT) {
            one->values[WEIGHED_OF_INSTANCES] = owed;
        }
    }
}
