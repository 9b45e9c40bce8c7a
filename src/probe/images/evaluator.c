#include "probe/images/evaluator.h"

#include "probe/images/images.h"
#include "probe/images/interpreter.h"
#include "probe/state/entry_points.h"
#include "probe/state/recorder.h"

void
evaluator_set(uint64_t function, uint32_t setter)
{
    uint32_t index = store_add(&recorder.store, LEDGER_EVALUATORS, 1);
    const struct store_table *table = &recorder.store.tables[LEDGER_EVALUATORS];
    bool seen = function == 0 || interpreter_is_evaluator(function);

    for (uint32_t i = 1; i < *table->used && i != index; i++) {
        seen =
            seen || store_evaluator(&recorder.store, i)->function == function;
    }
    if (index != 0) {
        store_evaluator(&recorder.store, index)->function = function;
        store_evaluator(&recorder.store, index)->setter = setter;
    }
    if (!seen) {
        images_watch(function, ROLE_EVALUATE_SLOT);
    }
}
