#include "arch/x86_64/handing_seen.h"

static size_t
place_of(const struct handing_path *path)
{
    uint64_t hash =
        (path->address ^ path->slots << 17 ^ (uint64_t)path->holds << 40 ^
         (uint64_t)path->facts.zero[1] << 48 ^
         (uint64_t)path->facts.other[0] << 32 ^ (uint8_t)path->balance) *
        0x9e3779b97f4a7c15u;

    return hash >> (64 - HANDING_PLACES_BITS);
}

/* NULL: nothing is there. */
static const struct handing_path *
state_at(const struct handing_seen *seen, size_t place)
{
    uint32_t number = seen->numbers[place];

    return number < seen->count && seen->places[number] == place
               ? &seen->states[number]
               : NULL;
}

enum handing_walked
handing_seen_add(struct handing_seen *seen, const struct handing_path *path)
{
    size_t place = place_of(path);
    const struct handing_path *other;

    while ((other = state_at(seen, place)) != NULL) {
        if (handing_state_same(other, path)) {
            return HANDING_WALKED;
        }
        place = (place + 1) & (HANDING_PLACES - 1);
    }
    if (seen->count == HANDING_STATES_MAX) {
        return HANDING_NO_ROOM;
    }
    seen->numbers[place] = (uint32_t)seen->count;
    seen->places[seen->count] = (uint32_t)place;
    seen->states[seen->count++] = *path;
    return HANDING_NEW;
}
