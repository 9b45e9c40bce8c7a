/*
 * static_types - whether a type lies at an address, as far as objects in static
 * data may have it.
 */
#ifndef REFTALLY_PROBE_IMAGES_STATIC_TYPES_H
#define REFTALLY_PROBE_IMAGES_STATIC_TYPES_H

#include <stdbool.h>
#include <stdint.h>

/* There is room for one in the data of an image. */
bool static_type_may_be(uint64_t address);

/* One lies there. */
bool static_type_is(uint64_t address);

/*
 * A module may take memory for what is else a static type, and give it to
 * objects in its data when it is set up: numpy's kinds of dtypes. Its own type
 * lies in data. A heap type's objects are never there: a number before a
 * pointer to one is no object.
 */
bool static_type_is_elsewhere(uint64_t address);

#endif
