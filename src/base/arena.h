/*
 * arena - bump memory in anonymous mappings, for work that ends as a whole.
 *
 * Allocation is zeroed and 16-byte aligned. NULL means that the system gave
 * no memory. arena_release returns everything; there is no single free.
 */
#ifndef REFTALLY_BASE_ARENA_H
#define REFTALLY_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *blocks;
    size_t next; /* first free byte of the newest block */
};

/* A zeroed arena is empty and ready. */
void *arena_add(struct arena *arena, size_t size_bytes);
void arena_release(struct arena *arena);

#endif
