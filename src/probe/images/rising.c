#include "probe/images/rising.h"

static uint32_t
capped(uint64_t alive)
{
    return alive < UINT32_MAX ? (uint32_t)alive : UINT32_MAX;
}

/* More than what was made meanwhile may refer to. */
static bool
is_unexplained(const struct rising *rising, int64_t count, uint64_t alive)
{
    int64_t made = (int64_t)capped(alive) - rising->alive;

    return (count - rising->from) * RISING_OBJECTS > made;
}

void
rising_begin(struct rising *rising, int64_t count, uint64_t alive)
{
    *rising =
        (struct rising){ (int32_t)count, (int32_t)count, 0, capped(alive) };
}

static void
add_look(struct rising *rising, int64_t count, uint64_t alive)
{
    if (count <= rising->last || rising->last == 0) {
        rising_begin(rising, count, alive);
    }
    else {
        rising->last = (int32_t)count;
        rising->looks++;
    }
}

/* By so much more than objects were made that hardly anything explains it. */
static bool
is_by_itself(const struct rising *rising, int64_t count, uint64_t alive)
{
    int64_t made = (int64_t)capped(alive) - rising->alive;

    return count - rising->from > made * RISING_OF_ONE;
}

/* Whether it rises, after one more look. */
static bool
judge(struct rising *rising, int64_t count, uint64_t alive)
{
    if (rising->looks < RISING_LOOKS || count - rising->from < RISING_LEAST) {
        return false;
    }
    if (is_unexplained(rising, count, alive)) {
        return true;
    }
    /* A leak that begins now must not have to make up for all of an import. */
    rising_begin(rising, count, alive);
    return false;
}

bool
rising_look(struct rising *rising, int64_t count, uint64_t alive)
{
    add_look(rising, count, alive);
    return judge(rising, count, alive);
}

bool
rising_look_early(struct rising *rising, int64_t count, uint64_t alive)
{
    add_look(rising, count, alive);
    return (rising->looks >= RISING_CLOSE_LOOKS &&
            count - rising->from >= RISING_LEAST &&
            is_by_itself(rising, count, alive)) ||
           judge(rising, count, alive);
}

bool
rising_look_closely(struct rising *rising, int64_t count, uint64_t alive)
{
    add_look(rising, count, alive);
    if (rising->looks < RISING_CLOSE_LOOKS) {
        return false;
    }
    if (count - rising->from >= RISING_MUCH &&
        is_by_itself(rising, count, alive)) {
        return true;
    }
    rising_begin(rising, count, alive);
    return false;
}

bool
rising_goes_on(struct rising *rising, int64_t count, uint64_t alive)
{
    if (count >= rising->from + (int64_t)RISING_LEAST &&
        is_unexplained(rising, count, alive)) {
        rising_begin(rising, count, alive);
    }
    return ++rising->looks <= RISING_LOOKS;
}
