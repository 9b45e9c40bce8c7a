#include "probe/census/address_index.h"

#include "base/mapping.h"

enum { REGIONS_FIRST = 64 };

static bool
make(struct address_index *index, uint32_t limit)
{
    uint64_t slots = (uint64_t)limit * ADDRESS_INDEX_SLOTS;

    *index = (struct address_index){
        .slots = mapping_zeroed(slots * sizeof *index->slots),
        .regions = mapping_zeroed(limit * sizeof *index->regions),
        .numbers = mapping_zeroed(2 * (uint64_t)limit * sizeof *index->numbers),
        .limit = limit,
    };
    if (index->slots != NULL && index->regions != NULL &&
        index->numbers != NULL) {
        return true;
    }
    address_index_release(index);
    return false;
}

bool
address_index_init(struct address_index *index)
{
    return make(index, REGIONS_FIRST);
}

void
address_index_release(struct address_index *index)
{
    uint64_t slots = (uint64_t)index->limit * ADDRESS_INDEX_SLOTS;

    mapping_return(index->slots, slots * sizeof *index->slots);
    mapping_return(index->regions, index->limit * sizeof *index->regions);
    mapping_return(index->numbers,
                   2 * (uint64_t)index->limit * sizeof *index->numbers);
    *index = (struct address_index){ 0 };
}

uint32_t
address_index_below(const struct address_index *index, uint64_t address,
                    uint64_t bytes)
{
    uint64_t at = address >> 4, many = bytes / 16;
    uint64_t last = at > many ? at - many : 0;

    while (at > last) {
        uint64_t region = at / ADDRESS_INDEX_SLOTS;
        uint64_t first = region * ADDRESS_INDEX_SLOTS;
        uint32_t number = *address_index_region(index, region);

        first = first > last ? first : last + 1;
        for (; number != 0 && at >= first; at--) {
            uint32_t found = *address_index_slot(index, number, at << 4);

            if (found != 0) {
                return found;
            }
        }
        at = first - 1;
    }
    return 0;
}

static void
add_region(struct address_index *index, uint64_t region)
{
    uint32_t number = ++index->count;

    *address_index_region(index, region) = number;
    index->regions[number] = region;
}

/* False: no memory. */
static bool
grow(struct address_index *index)
{
    struct address_index larger;
    uint64_t slots = (uint64_t)(index->count + 1) * ADDRESS_INDEX_SLOTS;

    if (index->limit > UINT32_MAX / 4 || !make(&larger, 2 * index->limit)) {
        return false;
    }
    for (uint32_t i = 1; i <= index->count; i++) {
        add_region(&larger, index->regions[i]);
    }
    for (uint64_t i = ADDRESS_INDEX_SLOTS; i < slots; i++) {
        larger.slots[i] = index->slots[i];
    }
    address_index_release(index);
    *index = larger;
    return true;
}

uint32_t *
address_index_place(struct address_index *index, uint64_t address)
{
    uint64_t region = address >> ADDRESS_INDEX_REGION_SHIFT;
    uint32_t number = *address_index_region(index, region);

    if (number == 0) {
        if (index->count + 1 == index->limit && !grow(index)) {
            return NULL;
        }
        add_region(index, region);
        number = index->count;
    }
    return address_index_slot(index, number, address);
}
