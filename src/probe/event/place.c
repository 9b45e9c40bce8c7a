#include "probe/event/place.h"

void
place_walk(struct thread_record *thread, int32_t live, uint32_t number,
           const struct stack_start *start, const struct registers *registers)
{
    const struct ledger_site *site = store_site(&recorder.store, number);

    native_walk(thread, live, start,
                store_image(&recorder.store, site->image)->bias + site->offset,
                registers);
}
