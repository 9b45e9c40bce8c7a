#include "probe/images/evaluator.h"

#include "base/clock.h"
#include "probe/images/images.h"
#include "probe/images/interpreter.h"
#include "probe/state/entry_points.h"
#include "probe/state/recorder.h"

#include <time.h>

/* The record of this place, perhaps a new one: programs set the slot around
 * every call. `*known`: the function was set before. 0: no room. */
static uint32_t
record_of(uint64_t function, uint32_t setter, bool *known)
{
    const struct store_table *table = &recorder.store.tables[LEDGER_EVALUATORS];
    uint32_t number;

    *known = false;
    for (uint32_t i = 1; i < *table->used; i++) {
        struct ledger_evaluator *evaluator =
            store_evaluator(&recorder.store, i);

        *known = *known || evaluator->function == function;
        if (evaluator->function == function && evaluator->setter == setter) {
            evaluator->again++;
            return i;
        }
    }
    number = store_add(&recorder.store, LEDGER_EVALUATORS, 1);
    if (number != 0) {
        store_evaluator(&recorder.store, number)->function = function;
        store_evaluator(&recorder.store, number)->setter = setter;
    }
    return number;
}

static void
note_time(uint32_t record, uint64_t function, bool taken)
{
    struct ledger_header *header = recorder.store.header;
    uint64_t now;

    if (header->evaluator != 0 &&
        store_evaluator(&recorder.store, header->evaluator)->function ==
            function) {
        return;
    }
    now = (uint64_t)clock_ns(CLOCK_REALTIME);
    if (taken && header->evaluator_first_ns == 0) {
        header->evaluator_first_ns = now;
    }
    header->evaluator_since_ns = now;
    header->evaluator = record;
}

void
evaluator_set(uint64_t function, uint32_t setter)
{
    bool taken = function != 0 && !interpreter_is_evaluator(function), known;
    uint32_t record = record_of(function, setter, &known);

    if (record != 0) {
        note_time(record, function, taken);
    }
    if (taken && !known) {
        images_watch(function, ROLE_EVALUATE_SLOT);
    }
}
