/*
 * weak - weak references, read as raw memory.
 */
#ifndef REFTALLY_CPYTHON_WEAK_H
#define REFTALLY_CPYTHON_WEAK_H

#include "cpython/layout.h"
#include "cpython/owner_slot.h"

/* Whether objects of the type are weak references; those of classes that are
 * derived from weakref.ref own as little. */
bool weak_is(const struct python_layout *layout,
             const struct owner_types *types, uint64_t type);

/*
 * The object whose end a reference waits for, to tell its callback; None's
 * address when that is over; 0: it has no callback, or is no weak reference.
 */
uint64_t weak_awaits(const struct python_layout *layout,
                     const struct owner_types *types, uint64_t reference);

/* Whether it is a weak reference whose object is gone. */
bool weak_is_spent(const struct python_layout *layout,
                   const struct owner_types *types, uint64_t reference);

#endif
