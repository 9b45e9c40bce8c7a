/* object_extent - how much of an object may hold pointers. */
#ifndef REFTALLY_PROBE_WATCH_OBJECT_EXTENT_H
#define REFTALLY_PROBE_WATCH_OBJECT_EXTENT_H

#include <stdbool.h>
#include <stdint.h>

/* Of a type: its objects have so many bytes, and so many for each item. */
struct object_extent {
    uint64_t basic, item;
};

/* Whether ob_size is to be read: an object without items may end before it, and
 * smaller ones are no pointers. */
static inline bool
object_has_items(struct object_extent extent, uint64_t most)
{
    return extent.item >= sizeof(uint64_t) && extent.item <= most;
}

/* `most` bytes are looked at. A negative number of items says something else.
 */
static inline uint64_t
object_extent_bytes(struct object_extent extent, uint64_t items, uint64_t most)
{
    uint64_t bytes = extent.basic;

    if (object_has_items(extent, most) && (int64_t)items > 0) {
        bytes += extent.item * (items < most ? items : most);
    }
    return bytes < most ? bytes : most;
}

#endif
