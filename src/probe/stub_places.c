#include "probe/stub_places.h"

#include "base/mapping.h"

enum { POOLS_MAX = 256 };

/* Behind the jump that was written into the image. */
struct place {
    uint32_t stub; /* from the pool's start */
    uint64_t address;
};

static struct pool {
    uint64_t start, end;
    const struct place *places;
    uint32_t count;
} pools[POOLS_MAX];
static unsigned pool_count;

/* A hole's stub belongs to the group that has a short jump to the hole. */
static const struct plan_edit *
group_of(const struct plan *plan, uint32_t i)
{
    const struct plan_edit *edit = &plan->edits[i], *next = edit + 1;

    return i + 1 < plan->edit_count && next->stub == 0 &&
                   next->address + (uint64_t)(int64_t)next->distance ==
                       edit->address
               ? next
               : edit;
}

void
stub_places_add(const struct plan *plan, uint64_t bias,
                const struct applied *applied)
{
    struct place *places =
        pool_count < POOLS_MAX
            ? mapping_zeroed(plan->edit_count * sizeof *places)
            : NULL;
    uint32_t count = 0;

    if (places == NULL) {
        return;
    }
    for (uint32_t i = 0; i < plan->edit_count; i++) {
        if (plan->edits[i].stub != 0) {
            const struct plan_edit *group = group_of(plan, i);

            places[count++] = (struct place){
                .stub = plan->edits[i].stub,
                .address = group->address + bias + group->length,
            };
        }
    }
    pools[pool_count++] = (struct pool){
        .start = applied->pool,
        .end = applied->pool + applied->pool_bytes,
        .places = places,
        .count = count,
    };
}

uint64_t
stub_places_find(uint64_t pc)
{
    for (unsigned i = 0; i < pool_count; i++) {
        const struct pool *pool = &pools[i];
        const struct place *nearest = NULL;

        for (uint32_t j = 0;
             pc >= pool->start && pc < pool->end && j < pool->count; j++) {
            const struct place *place = &pool->places[j];

            if (pool->start + place->stub <= pc &&
                (nearest == NULL || place->stub > nearest->stub)) {
                nearest = place;
            }
        }
        if (nearest != NULL) {
            return nearest->address;
        }
    }
    return pc;
}
