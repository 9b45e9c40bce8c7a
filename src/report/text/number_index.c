#include "report/text/number_index.h"

#include <stdlib.h>

#include "report/text/memory.h"

uint64_t
number_index_mix(uint64_t value)
{
    value ^= value >> 31;
    value *= 0x9e3779b97f4a7c15u;
    return value ^ (value >> 29);
}

void
number_index_add(struct number_index *index, uint64_t hash, uint32_t number)
{
    size_t at = hash & (index->room - 1);

    while (index->slots[at] != 0) {
        at = (at + 1) & (index->room - 1);
    }
    index->slots[at] = number + 1;
    index->used++;
}

bool
number_index_grow(struct number_index *index)
{
    if (index->used * 2 < index->room) {
        return false;
    }
    free(index->slots);
    index->room = index->room == 0 ? 1024 : index->room * 2;
    index->slots = (uint32_t *)memory_zeroed(index->room, sizeof(uint32_t));
    index->used = 0;
    return true;
}
