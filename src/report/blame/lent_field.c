#include "report/blame/lent_field.h"

#include <stdlib.h>

#include "report/blame/lent_add.h"
#include "report/evidence/code/image_code.h"
#include "report/evidence/held_fields.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum {
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

static void
add_account(struct held_fields *fields, const struct blame_sources *sources,
            uint32_t account)
{
    const struct ledger_account *record =
        ledger_account_at(sources->ledger, account);
    struct stack stack = { 0 };

    for (uint32_t e = record->entries; e != 0;) {
        const struct ledger_entry *entry = ledger_entry_at(sources->ledger, e);

        stacks_fill(sources->stacks, entry->tag, &stack);
        held_fields_add(fields, &(struct held_change){
                                    .stack = &stack,
                                    .tag = entry->tag,
                                    .born = entry->tag == record->birth,
                                    .taken = (double)entry->taken,
                                    .released = (double)entry->released });
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
             struct hypotheses *hypotheses)
{
    struct image_file *file = symbols_image_file(inputs->symbols, slot->image);
    struct lender_code code = { .symbols = inputs->symbols,
                                .image = slot->image,
                                .memory = inputs->code };
    struct lender found[PLACES_MAX];

    for (size_t i = 0;
         image_code_function(file, i, &code.start, &code.size) != NULL; i++) {
        size_t count = lenders_into(&code, slot, NULL, found, PLACES_MAX);
        double ran = count > 0 ? lent_ran(inputs->ledger, &code) : 0;

        for (size_t f = 0; f < count && ran > 0; f++) {
            lent_add(inputs, &found[f],
                     &(struct lent_as){
                         .ran = ran,
                         .idle = image_code_is_idle(inputs->ledger, code.image,
                                                    found[f].gave),
                         .share = found[f].shared ? NO_LINE : 1,
                         .sure = FIELD_SURE,
                         .does = "stores it in a field" },
                     hypotheses);
        }
    }
}

/* Whose code fills a field with what it did not take, of which as many are
 * missing. */
static void
find_fillers(const struct inputs *inputs, const struct held_fields *fields,
             double fall, struct hypotheses *hypotheses)
{
    for (size_t i = 0; i < fields->count; i++) {
        if (missing_of(&fields->items[i]) >= MISSING_MIN * fall) {
            search_image(inputs, &fields->items[i].slot, hypotheses);
        }
    }
    if (hypotheses->count > LENDERS_MAX) {
        hypotheses_clear(hypotheses);
    }
}

/* Did it release what a field had, of which hardly any is missing? */
static bool
is_in_order(struct held_fields *fields, struct stacks *stacks,
            const struct candidate *candidate)
{
    struct stack stack = { 0 };
    bool in_order = false;

    stacks_fill(stacks, candidate->tag, &stack);
    if (candidate->alone == NULL && candidate->tag != 0) {
        const struct held_field *field = held_fields_from(fields, &stack);

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
    struct held_fields *fields =
        (struct held_fields *)memory_zeroed(1, sizeof *fields);
    size_t kept = 0;

    fields->fates = sources->fates;
    fields->ledger = sources->ledger;
    for (size_t i = 0; i < of->count; i++) {
        add_account(fields, sources, of->accounts[i]);
    }
    find_fillers(inputs, fields, of->fall * (double)of->count, hypotheses);
    if (hypotheses->count > 0) {
        candidates->count = 0;
    }
    for (size_t i = 0; i < candidates->count; i++) {
        if (!is_in_order(fields, sources->stacks, &candidates->items[i])) {
            candidates->items[kept++] = candidates->items[i];
        }
    }
    candidates->count = kept;
    free(fields);
    return hypotheses->count > 0;
}
