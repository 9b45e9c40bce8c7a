/*
 * adopt - objects that nobody saw being born: those in static data.
 *
 * None, small integers, built-in types and the like exist when the image is
 * loaded, with a count. Their accounts begin with that count. Their changes are
 * seen if REFTALLY_TRACK asks for them, and of those that fall or rise in any
 * case (adopt_watch.h): what is not seen costs nothing, and a census knows how
 * many it should have.
 */
#ifndef REFTALLY_PROBE_IMAGES_ADOPT_H
#define REFTALLY_PROBE_IMAGES_ADOPT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Adopts the objects that lie in the data of patched images. Again after each
 * image: many have no type when loaded.
 */
void adopt_static_objects(void);

/* The same of all images: types may have become ready since the last time. */
void adopt_late_types(void);

/* ... as soon as a type is made ready. Now the dynamic linker, which uses vector
 * registers, must not be asked where images lie. */
void adopt_soon(void);

/*
 * Pointers to an adopted object that stood in static data then: nobody took a
 * reference for them. 0 for types.
 */
uint32_t adopt_pointers(uint32_t account);

/* The same for a type that is about to be made ready. */
void adopt_type(uint64_t type);

#endif
