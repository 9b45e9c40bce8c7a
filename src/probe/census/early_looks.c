#include "probe/census/early_looks.h"

static uint64_t
distance(const struct early_looks *looks, uint64_t changes)
{
    uint64_t part = (changes - looks->since) / EARLY_PART;

    return part > EARLY_APART ? part : EARLY_APART;
}

enum early_look
early_looks_tick(struct early_looks *looks, uint64_t changes, bool importing,
                 uint64_t apart)
{
    bool anew = !looks->begun;

    if (importing) {
        *looks = (struct early_looks){ .since = changes };
        return EARLY_LOOK_NONE;
    }
    if (changes < looks->since + EARLY_FIRST || changes < looks->next ||
        distance(looks, changes) > apart) {
        return EARLY_LOOK_NONE;
    }
    looks->begun = true;
    looks->next = changes + distance(looks, changes);
    return anew ? EARLY_LOOK_ANEW : EARLY_LOOK;
}
