#include "probe/watch/loss.h"

#include "cpython/memory.h"
#include "probe/state/recorder.h"

enum { LOSSES_MAX = 1024 };

bool
loss_write(const struct ledger_loss *loss)
{
    uint32_t record = *recorder.store.tables[LEDGER_LOSSES].used < LOSSES_MAX
                          ? store_add(&recorder.store, LEDGER_LOSSES, 1)
                          : 0;

    if (record != 0) {
        *store_loss(&recorder.store, record) = *loss;
    }
    return record != 0;
}

/* tp_clear stands behind tp_traverse in all versions. */
static uint64_t
function_of(uint32_t number)
{
    const struct python_layout *layout = recorder.layout;
    uint64_t type = store_type(&recorder.store, number)->address;
    uint64_t clear = layout->owners.type_traverse != 0
                         ? load64(type + layout->owners.type_traverse + 8)
                         : 0;

    return clear != 0 ? clear : load64(type + layout->type.dealloc);
}

uint32_t
loss_disposer(uint32_t type)
{
    return stack_tree_native(&recorder.tree, 0, LEDGER_NODE_RETURN,
                             function_of(type) + 1);
}
