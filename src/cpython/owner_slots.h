/*
 * owner_slots - generators, and the places in an owner where it may hold
 * something.
 */
#ifndef REFTALLY_CPYTHON_OWNER_SLOTS_H
#define REFTALLY_CPYTHON_OWNER_SLOTS_H

#include "cpython/dict_entries.h"
#include "cpython/owner_slot.h"

bool owner_is_generator(const struct owner_types *types, uint64_t type);

/* The frame of a generator, 0: it has ended or is running somewhere. */
uint64_t owner_generator_frame(const struct python_layout *layout,
                               uint64_t generator);

/* What lies so many bytes into the owner. */
void owner_slot_at(const struct python_layout *layout, uint64_t owner,
                   uint64_t offset, struct owner_slot *slot);

/* Each leaves the slot as it is when the object is not there. */
void owner_slot_in_fields(const struct python_layout *layout, uint64_t owner,
                          uint64_t object, struct owner_slot *slot);

/* The values of an instance, outside any dictionary. */
void owner_slot_in_values(const struct python_layout *layout, uint64_t owner,
                          uint64_t object, uint64_t *budget,
                          struct owner_slot *slot);

/*
 * Where `owner` holds `object`; `above` is what holds the owner, or 0. Takes
 * the entries that it looks at from `budget`, and gives up when it is spent.
 */
void owner_slot_find(const struct python_layout *layout,
                     const struct owner_types *types, uint64_t owner,
                     uint64_t above, uint64_t object, uint64_t *budget,
                     struct owner_slot *slot);

/* The local variable or stack slot of a frame of this code. */
void owner_slot_of_frame(const struct python_layout *layout, uint64_t code,
                         uint32_t index, struct owner_slot *slot);

#endif
