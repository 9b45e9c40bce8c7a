/*
 * owner_slot - a place in an owner where it holds something.
 */
#ifndef REFTALLY_CPYTHON_OWNER_SLOT_H
#define REFTALLY_CPYTHON_OWNER_SLOT_H

#include "cpython/dict_entries.h"

#include <stdint.h>

enum { OWNER_TEXT_BYTES = 256 };

/* Addresses of types that are told apart by what they are; 0: unknown. */
struct owner_types {
    uint64_t module, function, cell, frame;
    uint64_t generators[3]; /* and coroutines */
    uint64_t weak[3];       /* references that do not own */
    uint64_t none; /* not a type: what those have whose object is gone */
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
    uint64_t key; /* of OWNER_SLOT_KEY_OTHER: the key's address */
    char text[OWNER_TEXT_BYTES];
};

void owner_slot_set_text(struct owner_slot *slot, enum owner_slot_kind kind,
                         const char *text);
void owner_slot_set_number(struct owner_slot *slot, enum owner_slot_kind kind,
                           uint64_t number);

/* One entry more is looked at. False: nothing is left for it. */
bool owner_slot_spend(uint64_t *budget);

/* Leaves the slot as it is when the object is not there. */
void owner_slot_in_entries(const struct python_layout *layout,
                           struct dict_entries *entries, uint64_t object,
                           uint64_t *budget, struct owner_slot *slot);

/*
 * The same where the interpreter itself has the owner, if that is its table of
 * interned strings: each is its own key there, and none need be looked for among
 * so many.
 */
void owner_slot_of_interned(const struct python_layout *layout, uint64_t owner,
                            uint64_t object, struct owner_slot *slot);

#endif
