/*
 * slot_owners - whose a slot is: a word that holds an object, and is a field or
 * an item of another one, or a variable of an image.
 *
 * An owner has an account: only where such objects lie can a slot be.
 */
#ifndef REFTALLY_PROBE_WATCH_SLOT_OWNERS_H
#define REFTALLY_PROBE_WATCH_SLOT_OWNERS_H

#include <stdbool.h>
#include <stdint.h>

enum { SLOT_FOUND_MAX = 8 };

/* What is looked for, and what was found. */
struct slot_target {
    uint64_t object; /* 0: nothing */
    uint32_t found;  /* words that hold it: may be more than are kept */
    uint64_t words[SLOT_FOUND_MAX];
};

/* A field of a living object, or, without an owner, a variable of an image. */
struct slot {
    uint64_t address;
    uint64_t owner_serial;
    uint32_t owner, owner_type, owner_birth; /* account, type, stack tag */
    uint32_t owner_offset;                   /* bytes into the owner */
};

/* The best of what was found; false: none is surely somebody's. */
bool slot_choose(const struct slot_target *target, struct slot *slot);

/* How many bytes of an object of that type may be slots, 0: too many, or nobody
 * knows. */
uint64_t slot_owner_bytes(uint64_t object, uint32_t type, uint64_t most);

/* Marks the pages in which owners lie; returns how many accounts there are. */
uint64_t slot_owners_mark(void);

/* Whether a marked page may be the one at that address. */
bool slot_owners_may_lie_in(uint64_t page);

/* The numbers of types mean other ones from now on. */
void slot_owners_forget(void);

#endif
