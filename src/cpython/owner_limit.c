#include "cpython/owner_limit.h"

#include "cpython/memory.h"
#include "cpython/type_info.h"

/*
 * Modules/_functoolsmodule.c and Modules/_collectionsmodule.c: the same from
 * 3.9 to 3.15. What is there now must be within the limit, or it is none.
 */
static const struct {
    const char *name; /* of the type */
    uint32_t entries; /* of the object that has their number; 0: itself */
    uint32_t number;  /* ... and where it is there */
    uint32_t limit;   /* negative: there is none */
} limits[] = {
    { "functools._lru_cache_wrapper", 72, 16, 96 },
    { "collections.deque", 0, 16, 64 },
};

uint32_t
owner_limit(const struct python_layout *layout, uint64_t owner)
{
    const char *name = type_name(layout, type_of(layout, owner));

    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        uint64_t entries, limit;

        if (!text_equals(name, limits[i].name)) {
            continue;
        }
        entries =
            limits[i].entries != 0 ? load64(owner + limits[i].entries) : owner;
        limit = load64(owner + limits[i].limit);
        return entries != 0 && limit > 0 && limit <= INT32_MAX &&
                       load64(entries + limits[i].number) <= limit
                   ? (uint32_t)limit
                   : 0;
    }
    return 0;
}
