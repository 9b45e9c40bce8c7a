#include "probe/images/stub_places.h"

#include "base/mapping.h"

#include <string.h>

enum { POOLS_MAX = 256 };

static struct pool {
    uint64_t start, end, bias;
    const struct blob_place *places;
    uint32_t count;
} pools[POOLS_MAX];
static unsigned pool_count;

void
stub_places_add(const struct plan *plan, uint64_t bias,
                const struct applied *applied)
{
    const struct blob *blob = &plan->blob;
    size_t bytes = blob->place_count * sizeof *blob->places;
    struct blob_place *places =
        pool_count < POOLS_MAX ? mapping_zeroed(bytes) : NULL;

    if (places == NULL) {
        return;
    }
    memcpy(places, blob->places, bytes);
    pools[pool_count++] = (struct pool){
        .start = applied->pool,
        .end = applied->pool + applied->pool_bytes,
        .bias = bias,
        .places = places,
        .count = blob->place_count,
    };
}

/* The last place that does not lie behind an offset, or NULL. */
static const struct blob_place *
place_of(const struct pool *pool, uint64_t offset)
{
    uint32_t low = 0, high = pool->count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (pool->places[middle].offset <= offset) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low == 0 ? NULL : &pool->places[low - 1];
}

uint64_t
stub_places_find(uint64_t pc)
{
    for (unsigned i = 0; i < pool_count; i++) {
        const struct pool *pool = &pools[i];

        if (pc > pool->start && pc <= pool->end) {
            const struct blob_place *place =
                place_of(pool, pc - 1 - pool->start);

            return place == NULL ? pc
                                 : pool->bias + place->address +
                                       (pc - pool->start - place->offset);
        }
    }
    return pc;
}
