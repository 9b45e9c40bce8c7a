/*
 * slot_search - where in memory an object is held.
 *
 * The pages in which objects with accounts lie, which alone can be owners, and
 * the data of all images but the interpreter's are read through the kernel, for
 * several objects at once. That costs a millisecond for a few megabytes, and is
 * refused when it has taken more than its share of the time.
 * What it takes is reckoned by the bytes that were read: no clock tells the
 * processor's time without a system call.
 */
#ifndef REFTALLY_PROBE_WATCH_SLOT_SEARCH_H
#define REFTALLY_PROBE_WATCH_SLOT_SEARCH_H

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

/* Called where a function is being entered, before searches. */
void slot_search_prepare(void);

/* A forked child's time begins anew. */
void slot_search_forget(void);

/*
 * False: it is not allowed, or too expensive just now. Urgent ones have a share
 * of their own.
 */
bool slot_search(struct slot_target *targets, int count, bool urgent);

/* The best of what was found; false: none is surely somebody's. */
bool slot_choose(const struct slot_target *target, struct slot *slot);

/* How many bytes of an object of that type may be slots, 0: too many, or nobody
 * knows. */
uint64_t slot_owner_bytes(uint64_t object, uint32_t type, uint64_t most);

/* Does it hold the object still? */
bool slot_holds(const struct slot *slot, uint64_t object);

/* Does what the slot holds now hold the object? A list's new first link does
 * so: nothing was lost. */
bool slot_holds_through(const struct slot *slot, uint64_t object);

/* Is it an address in a loaded image? */
bool slot_in_an_image(uint64_t address);

/* How many searches there were, and how many bytes they read. */
uint32_t slot_search_cost(uint64_t *bytes);

/* Gives all memory back. */
void slot_search_end(void);

#endif
