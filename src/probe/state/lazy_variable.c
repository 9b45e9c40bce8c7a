#include "probe/state/lazy_variable.h"

#include "arch/cpu.h"

#include <stddef.h>

/* An element of the vector: element 0 counts the changes that the thread has
 * taken notice of, the one before it the modules that there is room for. */
struct block {
    uint64_t start; /* of a module's variables */
    uint64_t free;  /* what the linker will free, 0: static memory */
};

static const uint64_t NOT_ALLOCATED = UINT64_MAX;

static struct {
    uint64_t module, offset;
    uint64_t loaded; /* when the library was loaded, in changes */
} variable;

/* A new thread's is 0: its memory is made anew, even where a stack is used
 * again. */
__thread uint64_t lazy_variable_address;

static const struct block *
own_blocks(void)
{
    return (const struct block *)(uintptr_t)thread_variable_blocks();
}

/*
 * As the linker's own _dl_tls_get_addr_soft: a thread that has not taken
 * notice of the library yet may have another one's block there, which was
 * unloaded before.
 */
static const struct block *
block_of(uint64_t module, uint64_t loaded)
{
    const struct block *blocks = own_blocks();

    return module < blocks[-1].start && blocks[0].start >= loaded &&
                   blocks[module].start != NOT_ALLOCATED &&
                   blocks[module].start != 0
               ? &blocks[module]
               : NULL;
}

enum lazy_variable
lazy_variable_find(uint64_t module, uint64_t offset, uint64_t address)
{
    const struct block *block = block_of(module, 0);

    if (block == NULL || block->start + offset != address) {
        return LAZY_UNKNOWN;
    }
    variable.module = module;
    variable.offset = offset;
    /* __tls_get_addr has brought this thread up to date. */
    variable.loaded = own_blocks()[0].start;
    return block->free == 0 ? LAZY_STATIC : LAZY_DYNAMIC;
}

uint64_t
lazy_variable_memory(void)
{
    return (uint64_t)(uintptr_t)&lazy_variable_address - own_thread_id();
}

uint64_t
lazy_variable_search(void)
{
    const struct block *block = block_of(variable.module, variable.loaded);

    if (block == NULL) {
        return 0;
    }
    lazy_variable_address = block->start + variable.offset;
    return lazy_variable_address;
}
