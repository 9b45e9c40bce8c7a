/*
 * owner_names - what a Python programmer calls an owner, and the place in it
 * where it holds something. Read as raw memory.
 */
#ifndef REFTALLY_CPYTHON_OWNER_NAMES_H
#define REFTALLY_CPYTHON_OWNER_NAMES_H

#include "cpython/layout.h"
#include "cpython/owner_slot.h"

struct owner_name {
    uint32_t line;
    char name[OWNER_TEXT_BYTES]; /* "": it has none of its own */
    char file[OWNER_TEXT_BYTES];
};

/* A module, function, type, frame or generator has a name of its own. */
void owner_name_find(const struct python_layout *layout,
                     const struct owner_types *types, uint64_t owner,
                     struct owner_name *name);

/* The function and line of a frame. */
void owner_name_of_frame(const struct python_layout *layout, uint64_t frame,
                         uint64_t code, struct owner_name *name);

#endif
