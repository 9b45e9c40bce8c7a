/*
 * slots - a hash index of record numbers, beside the ledger.
 *
 * It starts small, because every page that is touched costs, and doubles
 * within the memory that its owner reserved.
 */
#ifndef REFTALLY_LEDGER_SLOTS_H
#define REFTALLY_LEDGER_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

enum { SLOTS_FIRST = 4096 };

struct slots {
    uint32_t *at;  /* 0: free */
    uint32_t mask; /* slots in use, less one; a power of two */
    uint32_t most; /* the largest mask */
    uint32_t count;
};

/* `memory` is zeroed and holds `most` + 1 slots. */
static inline void
slots_init(struct slots *slots, uint32_t *memory, uint32_t most)
{
    *slots = (struct slots){ memory, SLOTS_FIRST - 1, most, 0 };
}

/* Call slots_double and add everything again. Of millions of records the slots
   are tens of megabytes; five of eight in use still is few to look at. */
static inline bool
slots_are_crowded(const struct slots *slots)
{
    return slots->count > slots->mask / 8 * 5 && slots->mask < slots->most;
}

static inline void
slots_clear(struct slots *slots)
{
    for (uint64_t i = 0; i <= slots->mask; i++) {
        slots->at[i] = 0;
    }
    slots->count = 0;
}

static inline void
slots_double(struct slots *slots)
{
    slots_clear(slots);
    slots->mask = slots->mask * 2 + 1;
}

/* The first slot to look at; hashes are mixed in their upper half. */
static inline uint32_t
slots_first(const struct slots *slots, uint64_t hash)
{
    return (uint32_t)(hash >> 32) & slots->mask;
}

static inline uint32_t
slots_next(const struct slots *slots, uint32_t slot)
{
    return (slot + 1) & slots->mask;
}

/* Into the first free slot. The record must not be in it. */
static inline void
slots_add(struct slots *slots, uint64_t hash, uint32_t record)
{
    uint32_t slot = slots_first(slots, hash);

    while (slots->at[slot] != 0) {
        slot = slots_next(slots, slot);
    }
    slots->at[slot] = record;
    slots->count++;
}

/* Adds the last of records 1 to `last`; all of them anew, when it is crowded. */
static inline void
slots_append(struct slots *slots, uint32_t last,
             uint64_t (*hash_of)(const void *context, uint32_t record),
             const void *context)
{
    uint32_t first = last;

    if (slots_are_crowded(slots)) {
        slots_double(slots);
        first = 1;
    }
    for (uint32_t i = first; i <= last; i++) {
        slots_add(slots, hash_of(context, i), i);
    }
}

#endif
