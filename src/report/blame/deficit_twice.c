#include "report/blame/deficit_twice.h"

#include "report/blame/place_change.h"

/* The entry of the change with that number, if it was a release. */
static const struct ledger_entry *
release_number(const struct ledger *ledger,
               const struct ledger_account *account, uint32_t number)
{
    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        const struct ledger_entry *entry = ledger_entry_at(ledger, e);

        if (entry->released > 0 && entry->last == number) {
            return entry;
        }
    }
    return NULL;
}

/*
 * The innermost function of one call in which both happened, at two places: its
 * frame on the stack of the later. False: there is none.
 */
static bool
find_call_of_both(const struct stack *before, const struct stack *last,
                  size_t *frame)
{
    size_t inner = before->relevant, at = last->relevant;
    bool found = false;

    while (inner > 0 && at > 0 &&
           before->frames[inner - 1].function ==
               last->frames[at - 1].function) {
        inner--;
        at--;
        found = before->frames[inner].place != last->frames[at].place;
        *frame = at;
        if (found) {
            break;
        }
    }
    while (found && inner > 0 && at > 0 && before->frames[inner - 1].inlined &&
           last->frames[at - 1].inlined &&
           before->frames[inner - 1].function ==
               last->frames[at - 1].function) {
        inner--;
        *frame = --at;
    }
    return found;
}

/*
 * An object that was released when it was dead, by the very call that had just
 * released it for the last time: there it was released twice.
 */
void
deficit_twice(const struct blame_sources *sources, uint32_t account,
              double fall, struct candidates *candidates)
{
    const struct ledger *ledger = sources->ledger;
    const struct ledger_account *record = ledger_account_at(ledger, account);
    struct place_change last = { 0 };
    struct stack before = { 0 };
    const struct ledger_entry *first =
        release_number(ledger, record, record->changes - 1);
    size_t frame;

    last.entry = release_number(ledger, record, record->changes);
    if (record->references >= 0 || first == NULL || last.entry == NULL ||
        first == last.entry) {
        return;
    }
    stacks_fill(sources->stacks, first->tag, &before);
    place_change_fill(sources, last.entry, &last);
    if (find_call_of_both(&before, &last.stack, &frame) &&
        !last.stack.frames[frame].evaluator &&
        !symbols_in_interpreter(sources->symbols,
                                last.stack.frames[frame].function)) {
        place_change_credit(&last, frame, fall, NULL, candidates);
    }
    stack_clear(&before);
    stack_clear(&last.stack);
}
