#include "probe/event/block.h"

#include "cpython/memory.h"
#include "probe/admission/counted.h"
#include "probe/event/life.h"
#include "probe/images/types.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"

enum { PAGE_MASK = 4095 };

/* A counted object may have vanished, and the page that it was in. */
static bool
peek_type(uint64_t block, uint64_t object, uint64_t *type)
{
    uint64_t at = object + recorder.layout->object.type;

    if ((at & ~(uint64_t)PAGE_MASK) != (block & ~(uint64_t)PAGE_MASK)) {
        return peek64(at, type);
    }
    *type = load64(at);
    return true;
}

static uint32_t
type_of_tracked(uint64_t block, uint64_t object)
{
    uint32_t index = account_find(&recorder.accounts, object);
    const struct type_facts *facts = NULL;
    uint64_t type;

    if (index != 0) {
        return store_account(&recorder.store, index)->type;
    }
    if (counted_references(object) != 0 && peek_type(block, object, &type)) {
        facts = types_known(type);
    }
    return facts == NULL ? 0 : facts->number;
}

uint64_t
block_object(uint64_t block)
{
    for (uint32_t before = 0; before <= 32; before += 16) {
        uint32_t type = type_of_tracked(block, block + before);
        uint32_t flags = store_type(&recorder.store, type)->flags;

        if (type != 0 &&
            ((flags >> LEDGER_TYPE_PREHEADER_SHIFT) & 0xff) == before) {
            return block + before;
        }
    }
    return 0;
}

void
block_freed(uint64_t object)
{
    uint32_t index = account_find(&recorder.accounts, object);

    if (index == 0) {
        counted_end(object);
    }
    else if (index == recorder.moving) {
        account_detach(&recorder.accounts, index);
        shadow_forget(store_account(&recorder.store, index)->object);
    }
    else {
        life_freed(index);
    }
}

void
block_reallocated(uint64_t object)
{
    uint32_t index = account_find(&recorder.accounts, object);

    if (index == 0) {
        recorder.moving_counted = object;
        return;
    }
    if (recorder.moving != 0 && recorder.moving != index) {
        life_end(recorder.moving);
    }
    recorder.moving = index;
}
