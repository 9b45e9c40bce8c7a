#include "report/evidence/code/followings.h"

#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"

struct followed {
    bool asked, asked_loaded;
    bool loaded; /* from the slot */
    struct handing_slot slot;
    struct following following;
};

static struct followed *
followed_at(struct followings *followings, const struct place *place)
{
    if (place->number >= followings->count) {
        size_t count = (size_t)place->number * 2 + 64;

        followings->followed = (struct followed *)memory_resize(
            followings->followed, count, sizeof *followings->followed);
        memset(followings->followed + followings->count, 0,
               (count - followings->count) * sizeof *followings->followed);
        followings->count = count;
    }
    return &followings->followed[place->number];
}

const struct following *
followings_at(struct followings *followings, const struct place *place,
              enum source source)
{
    struct followed *followed = followed_at(followings, place);

    if (!followed->asked) {
        followed->asked = true;
        following_read(followings->symbols, &followings->memory, place, source,
                       &followed->following);
    }
    return &followed->following;
}

bool
followings_loaded(struct followings *followings, const struct place *place,
                  struct handing_slot *slot)
{
    struct followed *followed = followed_at(followings, place);

    if (!followed->asked_loaded) {
        followed->asked_loaded = true;
        followed->loaded = following_loaded(
            followings->symbols, &followings->memory, place, &followed->slot);
    }
    *slot = followed->slot;
    return followed->loaded;
}

const struct following *
followings_filled(struct followings *followings, const struct place *place,
                  struct handed_up by)
{
    struct followed_filled *filled =
        &followings->filled[place->number % FOLLOWINGS_FILLED];

    if (filled->place != place || filled->by.argument != by.argument ||
        filled->by.zero != by.zero || filled->by.positive != by.positive) {
        filled->place = place;
        filled->by = by;
        following_filled(followings->symbols, &followings->memory, place, &by,
                         &filled->following);
    }
    return &filled->following;
}

void
followings_clear(struct followings *followings)
{
    free(followings->followed);
}
