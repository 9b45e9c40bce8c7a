#include "probe/event/place.h"

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
    static uint32_t asked_serial, serial, asked;
    static int32_t import;
    int32_t here;
    int32_t live = activation_live(thread, place_stack_pointer(frame));
    uint32_t now = activation_serial(thread, live);

    if (now == 0 || now != asked_serial) {
        asked_serial = now;
        import = activation_import(thread, live);
    }
    here = import < 0 && activation_imports(thread, live) ? live : import;
    if (here < 0) {
        return false;
    }
    if (activation_serial(thread, here) != serial) {
        serial = activation_serial(thread, here);
        asked = 0;
    }
    return asked++ < IMPORT_MOST;
}
