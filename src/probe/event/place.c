#include "probe/event/place.h"

#include "probe/stack/activation_import.h"

enum { IMPORT_MOST = 1 << 16 }; /* asked during one module */

void
place_walk(struct thread_record *thread, int32_t live, uint32_t number,
           const struct stack_start *start, const struct registers *registers)
{
    const struct ledger_site *site = store_site(&recorder.store, number);

    native_walk(thread, live, start,
                store_image(&recorder.store, site->image)->bias + site->offset,
                registers);
}

/* An import that runs for so long is a program and not a module. */
bool
place_is_import(struct thread_record *thread, const struct hook_frame *frame)
{
    static uint32_t serial, asked;
    int32_t live = activation_live(thread, place_stack_pointer(frame));
    int32_t import = activation_import(thread, live);

    if (import < 0) {
        return false;
    }
    if (activation_serial(thread, import) != serial) {
        serial = activation_serial(thread, import);
        asked = 0;
    }
    return asked++ < IMPORT_MOST;
}
