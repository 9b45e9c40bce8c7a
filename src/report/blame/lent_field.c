#include "report/blame/lent_field.h"

#include <stdlib.h>

#include "report/blame/lent_add.h"
#include "report/evidence/code/image_code.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum {
    FIELDS_MAX = 32,
    SLOTS_MAX = 16,  /* that one taking may have been put into */
    PLACES_MAX = 8,  /* of one function */
    LENDERS_MAX = 3, /* more are not understood */
};

/* So much of what the objects lack is missing in a field. */
static const double MISSING_MIN = .8;

/* A field of which no more is missing is in order. */
static const double MISSING_MAX = .1;

static const double FIELD_SURE = .9;

/* What several branches have in common, as of other structures, has no line. */
static const double NO_LINE = .1;

struct held_field {
    struct fate_slot slot;
    double taken, released;
};

struct fields {
    const struct blame_sources *sources;
    struct held_field items[FIELDS_MAX];
    size_t count;
};

/* NULL: there are too many. */
static struct held_field *
field_of(struct fields *fields, const struct fate_slot *slot)
{
    for (size_t i = 0; i < fields->count; i++) {
        const struct fate_slot *known = &fields->items[i].slot;

        if (known->image == slot->image && known->fixed == slot->fixed &&
            known->where == slot->where) {
            return &fields->items[i];
        }
    }
    if (fields->count == FIELDS_MAX) {
        return NULL;
    }
    fields->items[fields->count] = (struct held_field){ .slot = *slot };
    return &fields->items[fields->count++];
}

static void
add_taken(struct fields *fields, const struct stack *stack,
          const struct ledger_entry *entry, bool born)
{
    struct fate_slot slots[SLOTS_MAX];
    size_t count = fates_slots(fields->sources->fates, fields->sources->ledger,
                               stack, entry->tag, born, slots, 0, SLOTS_MAX);

    for (size_t i = 0; i < count; i++) {
        struct held_field *field = field_of(fields, &slots[i]);

        if (field != NULL) {
            field->taken += entry->taken;
        }
    }
}

static void
add_released(struct fields *fields, const struct stack *stack,
             const struct ledger_entry *entry)
{
    struct fate_slot slot;
    struct held_field *field;

    if (fates_released_slot(fields->sources->fates, fields->sources->ledger,
                            stack, &slot)) {
        field = field_of(fields, &slot);
        if (field != NULL) {
            field->released += entry->released;
        }
    }
}

static void
add_account(struct fields *fields, uint32_t account)
{
    const struct blame_sources *sources = fields->sources;
    const struct ledger_account *record =
        ledger_account_at(sources->ledger, account);
    struct stack stack = { 0 };

    for (uint32_t e = record->entries; e != 0;) {
        const struct ledger_entry *entry = ledger_entry_at(sources->ledger, e);

        stacks_fill(sources->stacks, entry->tag, &stack);
        if (entry->taken > 0) {
            add_taken(fields, &stack, entry, entry->tag == record->birth);
        }
        if (entry->released > 0) {
            add_released(fields, &stack, entry);
        }
        e = entry->next;
    }
    stack_clear(&stack);
}

static double
missing_of(const struct held_field *field)
{
    return field->released - field->taken;
}

static void
search_image(const struct inputs *inputs, const struct fate_slot *slot,
             struct code_memory *memory, struct hypotheses *hypotheses)
{
    struct image_file *file = symbols_image_file(inputs->symbols, slot->image);
    struct lender_code code = { .symbols = inputs->symbols,
                                .image = slot->image,
                                .memory = memory };
    struct lender found[PLACES_MAX];

    for (size_t i = 0;
         image_code_function(file, i, &code.start, &code.size) != NULL; i++) {
        size_t count = lenders_into(&code, slot, NULL, found, PLACES_MAX);
        double ran = count > 0 ? lent_ran(inputs->ledger, &code) : 0;

        for (size_t f = 0; f < count && ran > 0; f++) {
            lent_add(inputs, &found[f],
                     &(struct lent_as){
                         .share = ran * (found[f].shared ? NO_LINE : 1),
                         .sure = FIELD_SURE,
                         .does = "stores it in a field" },
                     hypotheses);
        }
    }
}

/* Whose code fills a field with what it did not take, of which as many are
 * missing. */
static void
find_fillers(const struct inputs *inputs, const struct fields *fields,
             double fall, struct hypotheses *hypotheses)
{
    struct code_memory *memory = NULL;

    for (size_t i = 0; i < fields->count; i++) {
        if (missing_of(&fields->items[i]) < MISSING_MIN * fall) {
            continue;
        }
        if (memory == NULL) {
            memory = (struct code_memory *)memory_zeroed(1, sizeof *memory);
        }
        search_image(inputs, &fields->items[i].slot, memory, hypotheses);
    }
    free(memory);
    if (hypotheses->count > LENDERS_MAX) {
        hypotheses_clear(hypotheses);
    }
}

/* Did it release what a field had, of which hardly any is missing? */
static bool
is_in_order(struct fields *fields, const struct candidate *candidate)
{
    const struct blame_sources *sources = fields->sources;
    struct stack stack = { 0 };
    struct fate_slot slot;
    bool in_order = false;

    stacks_fill(sources->stacks, candidate->tag, &stack);
    if (candidate->alone == NULL && candidate->tag != 0 &&
        fates_released_slot(sources->fates, sources->ledger, &stack, &slot)) {
        const struct held_field *field = field_of(fields, &slot);

        in_order = field != NULL && field->released > 0 &&
                   missing_of(field) <= MISSING_MAX * field->released;
    }
    stack_clear(&stack);
    return in_order;
}

bool
lent_field(const struct inputs *inputs, const struct blame_sources *sources,
           const struct lent_field_of *of, struct candidates *candidates,
           struct hypotheses *hypotheses)
{
    struct fields *fields = (struct fields *)memory_zeroed(1, sizeof *fields);
    size_t kept = 0;

    fields->sources = sources;
    for (size_t i = 0; i < of->count; i++) {
        add_account(fields, of->accounts[i]);
    }
    find_fillers(inputs, fields, of->fall * (double)of->count, hypotheses);
    if (hypotheses->count > 0) {
        candidates->count = 0;
    }
    for (size_t i = 0; i < candidates->count; i++) {
        if (!is_in_order(fields, &candidates->items[i])) {
            candidates->items[kept++] = candidates->items[i];
        }
    }
    candidates->count = kept;
    free(fields);
    return hypotheses->count > 0;
}
