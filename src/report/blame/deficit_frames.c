#include "report/blame/deficit_frames.h"

#include "report/blame/place_change.h"
#include "report/evidence/frame_twice.h"

/* Fewer frames may be chance. */
enum { FRAMES_MIN = 10 };

/* A call may be under way, or have ended otherwise. */
static const double EACH_MIN = .9;

/* What happened to the object at one call of Python code, over all times. */
struct call_sums {
    uint32_t python;                 /* where the call stands */
    double set_up, released, others; /* not by the interpreter */
};

static bool
is_by_others(const struct blame_sources *sources,
             const struct place_change *change)
{
    return change->native > 0 &&
           !symbols_in_interpreter(sources->symbols,
                                   change->stack.frames[0].function);
}

static void
add_change(const struct blame_sources *sources,
           const struct ledger_entry *entry, struct call_sums *sums)
{
    const struct ledger *ledger = sources->ledger;
    struct place_change change = { 0 };

    if (frame_twice_is_set_up(ledger, entry->python) &&
        ledger_python_node_at(ledger, entry->python)->parent == sums->python) {
        sums->set_up += entry->taken;
    }
    if (entry->released == 0) {
        return;
    }
    place_change_fill(sources, entry, &change);
    if (change.python == sums->python) {
        sums->released += entry->released;
        sums->others +=
            is_by_others(sources, &change) ? (double)entry->released : 0;
    }
    stack_clear(&change.stack);
}

static void
credit_others(const struct blame_sources *sources,
              const struct ledger_account *account,
              const struct call_sums *sums, double fall,
              struct candidates *candidates)
{
    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(sources->ledger, e)->next) {
        struct place_change change = { 0 };

        place_change_fill(sources, ledger_entry_at(sources->ledger, e),
                          &change);
        if (change.entry->released > 0 && change.python == sums->python &&
            is_by_others(sources, &change)) {
            place_change_credit(&change, 0,
                                fall * change.entry->released / sums->others,
                                NULL, candidates);
        }
        stack_clear(&change.stack);
    }
}

void
deficit_frames(const struct blame_sources *sources, uint32_t account,
               double fall, struct candidates *candidates)
{
    const struct ledger *ledger = sources->ledger;
    const struct ledger_account *record = ledger_account_at(ledger, account);

    for (uint32_t e = record->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        const struct ledger_entry *entry = ledger_entry_at(ledger, e);
        struct call_sums sums = { 0 };

        if (entry->taken < FRAMES_MIN ||
            !frame_twice_is_set_up(ledger, entry->python)) {
            continue;
        }
        sums.python = ledger_python_node_at(ledger, entry->python)->parent;
        for (uint32_t o = record->entries; o != 0 && sums.python != 0;
             o = ledger_entry_at(ledger, o)->next) {
            add_change(sources, ledger_entry_at(ledger, o), &sums);
        }
        if (sums.set_up > 0 && sums.others >= EACH_MIN * sums.set_up &&
            sums.released >= (1 + EACH_MIN) * sums.set_up) {
            credit_others(sources, record, &sums, fall, candidates);
            return;
        }
    }
}
