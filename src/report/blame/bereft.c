#include "report/blame/bereft.h"

#include <inttypes.h>
#include <stdlib.h>

#include "report/evidence/let_go.h"
#include "report/evidence/owned_record.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

/* Those that the same type left behind, in the same field. */
struct left_behind {
    struct ledger_loss field; /* its account is the first of them */
    uint64_t seen;
};

enum { FIELDS_MAX = 8 };

struct search {
    struct left_behind fields[FIELDS_MAX];
    size_t count;
};

static void
add(struct search *search, struct ledger_loss field)
{
    size_t i = 0;

    while (i < search->count &&
           (search->fields[i].field.owner_type != field.owner_type ||
            search->fields[i].field.owner_offset != field.owner_offset)) {
        i++;
    }
    if (i == FIELDS_MAX) {
        return;
    }
    if (i == search->count) {
        search->fields[search->count++].field = field;
    }
    search->fields[i].seen++;
}

static void
find(const struct ledger *ledger, const struct suspect *suspect,
     struct search *search)
{
    bool *wanted = suspect_marks(ledger, suspect);

    for (uint32_t r = 1; r < ledger_used(ledger, LEDGER_OWNED); r++) {
        const struct ledger_owned *record = ledger_owned_at(ledger, r);
        const struct ledger_owner *owner =
            wanted[record->account]
                ? owned_bereft_by(ledger,
                                  ledger_account_at(ledger, record->account),
                                  record)
                : NULL;

        if (owner != NULL) {
            add(search,
                (struct ledger_loss){
                    .account = record->account,
                    .owner_type = ledger_holder_at(ledger, owner->holder)->type,
                    .owner_offset = (uint32_t)owner->slot_number,
                });
        }
    }
    free(wanted);
}

static char *
explain(const struct ledger *ledger, const struct left_behind *one)
{
    char *type = ledger_printable(
        ledger, ledger_type_at(ledger, one->field.owner_type)->name);
    char *text = memory_format(
        "when the interpreter let go of all, objects of type %s died without "
        "giving back what they held %" PRIu32 " bytes into them (%" PRIu64
        " of these)",
        type != NULL ? type : "?", one->field.owner_offset, one->seen);

    free(type);
    return text;
}

static void
argue(const struct inputs *inputs, const struct left_behind *one, double share,
      struct let_go_memory *memory, struct hypotheses *hypotheses)
{
    struct hypothesis *hypothesis;
    struct let_go by;

    if (!let_go_find_of_type(inputs, &one->field, memory, &by)) {
        return;
    }
    hypothesis = hypotheses_of(hypotheses, by.function, MECHANISM_LEFT_OUT);
    if (hypothesis->values[WEIGHED_CAUGHT_LEAVING_OUT] >= share) {
        return;
    }
    hypothesis->values[WEIGHED_CAUGHT_LEAVING_OUT] = share;
    hypothesis->best = share;
    hypothesis->alone = by.alone;
    hypothesis->frame = by.frame;
    hypothesis->count = one->seen;
    free(hypothesis->why);
    hypothesis->why = explain(inputs->ledger, one);
}

void
bereft_argue(const struct inputs *inputs, const struct suspect *suspect,
             struct hypotheses *hypotheses)
{
    struct let_go_memory memory = { 0 };
    struct search search = { 0 };

    find(inputs->ledger, suspect, &search);
    for (size_t i = 0; i < search.count; i++) {
        double seen = (double)search.fields[i].seen;

        argue(inputs, &search.fields[i],
              seen / (double)suspect->account_count * seen / (seen + 1),
              &memory, hypotheses);
    }
}
