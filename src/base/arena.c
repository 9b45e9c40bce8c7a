#include "base/arena.h"

#include "base/mapping.h"
#include "base/system.h"

#include <stdint.h>
#include <sys/mman.h>

enum { ARENA_BLOCK_BYTES = 1 << 20, ARENA_ALIGNMENT = 16 };

struct arena_block {
    struct arena_block *previous;
    size_t size_bytes;
} __attribute__((aligned(ARENA_ALIGNMENT)));

static bool
arena_grow(struct arena *arena, size_t need)
{
    size_t size = sizeof(struct arena_block) + need;
    struct arena_block *block;

    if (size < ARENA_BLOCK_BYTES) {
        size = ARENA_BLOCK_BYTES;
    }
    block = SYSTEM_MAP(mapping_place(size), size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED) {
        return false;
    }
    block->previous = arena->blocks;
    block->size_bytes = size;
    arena->blocks = block;
    arena->next = sizeof *block;
    return true;
}

void *
arena_add(struct arena *arena, size_t size_bytes)
{
    void *memory;

    if (size_bytes > SIZE_MAX / 2) {
        return NULL;
    }
    size_bytes =
        (size_bytes + ARENA_ALIGNMENT - 1) & ~(size_t)(ARENA_ALIGNMENT - 1);
    if ((arena->blocks == NULL ||
         arena->blocks->size_bytes - arena->next < size_bytes) &&
        !arena_grow(arena, size_bytes)) {
        return NULL;
    }
    memory = (char *)arena->blocks + arena->next;
    arena->next += size_bytes;
    return memory;
}

void
arena_release(struct arena *arena)
{
    struct arena_block *block = arena->blocks;

    while (block != NULL) {
        struct arena_block *previous = block->previous;

        system_unmap(block, block->size_bytes);
        block = previous;
    }
    arena->blocks = NULL;
    arena->next = 0;
}
