/*
 * owner_names - what a Python programmer calls an owner, and the place in it
 * where it holds something. Read as raw memory.
 */
#ifndef REFTALLY_CPYTHON_OWNER_NAMES_H
#define REFTALLY_CPYTHON_OWNER_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "cpython/layout.h"

enum { OWNER_TEXT_BYTES = 256 };

/* Addresses of types that are told apart by what they are; 0: unknown. */
struct owner_types {
    uint64_t module, function, cell, frame;
    uint64_t generators[3]; /* and coroutines */
};

enum owner_slot_kind {
    OWNER_SLOT_UNKNOWN,
    OWNER_SLOT_ATTRIBUTE,  /* text */
    OWNER_SLOT_KEY,        /* text: the key */
    OWNER_SLOT_KEY_NUMBER, /* number: the key */
    OWNER_SLOT_KEY_OTHER,  /* text: the type of the key */
    OWNER_SLOT_KEY_ITSELF, /* it is the key */
    OWNER_SLOT_ITEM,       /* number */
    OWNER_SLOT_LOCAL,      /* text, or number: on the stack */
    OWNER_SLOT_CELL,       /* text: the variable */
    OWNER_SLOT_CONTENT,    /* of a cell */
    OWNER_SLOT_TYPE,       /* the type of an instance */
    OWNER_SLOT_OFFSET,     /* number: bytes into the owner */
};

struct owner_slot {
    enum owner_slot_kind kind;
    uint64_t number;
    char text[OWNER_TEXT_BYTES];
};

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
