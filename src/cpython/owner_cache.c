#include "cpython/owner_cache.h"

#include "cpython/memory.h"
#include "cpython/type_info.h"

/*
 * Modules/_functoolsmodule.c and Modules/_collectionsmodule.c: the same from
 * 3.9 to 3.15. An lru_cache with a limit is the head of a ring of its entries.
 */
enum {
    CACHE_NEXT = 24,
    CACHE_KEY = 40, /* of an entry */
    CACHE_DICT = 72,
    CACHE_LIMIT = 96,
    DEQUE_LIMIT = 64,
    LENGTH = 16, /* of a deque, and of a dict */
};

static const char lru_cache[] = "functools._lru_cache_wrapper";

/* What is there now must be within the limit, or it is none. */
static uint32_t
limit_of(uint64_t entries, uint64_t limit)
{
    return entries != 0 && limit > 0 && limit <= INT32_MAX &&
                   load64(entries + LENGTH) <= limit
               ? (uint32_t)limit
               : 0;
}

uint32_t
owner_cache_limit(const struct python_layout *layout, uint64_t owner)
{
    if (object_is_a(layout, owner, lru_cache)) {
        return limit_of(load64(owner + CACHE_DICT),
                        load64(owner + CACHE_LIMIT));
    }
    if (object_is_a(layout, owner, "collections.deque")) {
        return limit_of(owner, load64(owner + DEQUE_LIMIT));
    }
    return 0;
}

void
owner_slot_in_cache(const struct python_layout *layout, uint64_t owner,
                    uint64_t object, uint64_t *budget, struct owner_slot *slot)
{
    uint64_t entry = owner;

    if (!object_is_a(layout, owner, lru_cache) ||
        owner_cache_limit(layout, owner) == 0) {
        return;
    }
    while ((entry = load64(entry + CACHE_NEXT)) != owner && entry != 0 &&
           owner_slot_spend(budget)) {
        if (load64(entry + CACHE_KEY) == object) {
            slot->kind = OWNER_SLOT_KEY_ITSELF;
            return;
        }
    }
}
