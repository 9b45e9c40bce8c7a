#include "probe/start/quarantine.h"

#include "base/mapping.h"
#include "base/note.h"
#include "cpython/memory.h"
#include "probe/event/block.h"
#include "probe/event/life.h"
#include "probe/images/interpreter.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"

#include <stddef.h>

enum {
    DOMAIN_OBJECTS = 2, /* PYMEM_DOMAIN_OBJ */
    PAGE = 4096,
    BYTES_MOST = 4096,   /* larger objects are not kept */
    TEXT_UNIT_BYTES = 4, /* of a str, at most: its itemsize is 0 */
};

/* PyMemAllocatorEx */
struct allocator {
    void *context;
    void *(*allocate)(void *context, size_t size);
    void *(*allocate_zeroed)(void *context, size_t count, size_t size);
    void *(*reallocate)(void *context, void *block, size_t size);
    void (*give_back)(void *context, void *block);
};

typedef void exchange(int domain, struct allocator *allocator);

static struct allocator theirs;
static void **held; /* in the order in which they were freed, from `next` on */
static uint32_t next;

/* What a dead object has at most; its head is left as it was. One without items
 * may end where a number of them would stand. */
static uint64_t
bytes_of(uint64_t object)
{
    const struct python_layout *layout = recorder.layout;
    uint64_t type = load64(object + layout->object.type);
    uint64_t bytes = load64(type + layout->type.basicsize);
    uint64_t flags = load64(type + layout->type.flags);
    uint64_t each = (flags & layout->type.flag_is_str) != 0
                        ? TEXT_UNIT_BYTES
                        : load64(type + layout->type.itemsize);

    if (each != 0) {
        int64_t items = (int64_t)load64(object + layout->object.size);
        uint64_t count = items < 0 ? -(uint64_t)items : (uint64_t)items;

        bytes += (count > BYTES_MOST ? BYTES_MOST : count) * each;
    }
    return bytes;
}

/* Others were kept in free lists first, and something else is there by now. */
static bool
is_to_be_held(uint64_t block, uint64_t object)
{
    uint64_t last = object + recorder.layout->object.type, word;

    return (block / PAGE == last / PAGE || peek64(last, &word)) &&
           life_can_be_kept(object) && bytes_of(object) <= BYTES_MOST;
}

/* False: the memory must stay. */
static bool
let_go(void *block)
{
    uint64_t object =
        block == NULL ? 0 : block_object((uint64_t)(uintptr_t)block);

    return object == 0 || life_end_keeping(object);
}

static void
give_back(void *context, void *block)
{
    uint64_t object = block == NULL || !recorder.recording || recorder.several
                          ? 0
                          : block_object((uint64_t)(uintptr_t)block);

    if (object != 0 && life_is_kept(object)) {
        return; /* it was freed before: whoever used it freed it again */
    }
    if (object != 0 && is_to_be_held((uint64_t)(uintptr_t)block, object)) {
        void **place = &held[next++ % recorder.options.quarantine];
        void *oldest = *place;

        life_keep(object);
        *place = block;
        if (!let_go(oldest)) {
            return;
        }
        block = oldest;
    }
    theirs.give_back(context, block);
}

static exchange *
find(const char *name)
{
    uint64_t address = interpreter_symbol(name);
    exchange *found;

    __builtin_memcpy(&found, &address, sizeof found);
    return found;
}

void
quarantine_end(void)
{
    for (uint32_t i = 0; held != NULL && i < recorder.options.quarantine; i++) {
        let_go(held[i]);
    }
}

void
quarantine_begin(void)
{
    uint32_t blocks = recorder.options.quarantine;
    exchange *get = find("PyMem_GetAllocator"),
             *set = find("PyMem_SetAllocator");
    struct allocator ours;

    if (blocks == 0) {
        return;
    }
    held = mapping_zeroed(blocks * sizeof *held);
    if (get == NULL || set == NULL || held == NULL) {
        note("REFTALLY_QUARANTINE: %s",
             held == NULL ? "not enough memory"
                          : "this interpreter cannot be asked");
        return;
    }
    get(DOMAIN_OBJECTS, &theirs);
    ours = theirs;
    ours.give_back = give_back;
    set(DOMAIN_OBJECTS, &ours);
}
