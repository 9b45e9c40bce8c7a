/*
 * lazy_variable - the current thread state of a libpython that its host has
 * loaded by dlopen.
 *
 * The dynamic linker gives the thread-local variables of such a library their
 * memory when a thread first uses them, somewhere in the heap. Where it lies,
 * stands in a vector that belongs to the thread; it is read here without a
 * call, because __tls_get_addr may allocate. A thread that holds the
 * interpreter's lock has used the variable.
 *
 * The vector is glibc's: sysdeps/x86_64/nptl/tls.h, elf/dl-tls.c. Before
 * anything relies on it, lazy_variable_find compares it with what
 * __tls_get_addr returns.
 */
#ifndef REFTALLY_PROBE_STATE_LAZY_VARIABLE_H
#define REFTALLY_PROBE_STATE_LAZY_VARIABLE_H

#include "cpython/memory.h"

#include <stdbool.h>
#include <stdint.h>

enum lazy_variable {
    LAZY_UNKNOWN, /* the vector is not as expected */
    LAZY_STATIC,  /* as far from the thread pointer in every thread */
    LAZY_DYNAMIC, /* ask lazy_variable_here */
};

/*
 * The variable lies `offset` bytes behind the start of this module's block,
 * and in this thread at `address`, as __tls_get_addr has just said.
 */
enum lazy_variable lazy_variable_find(uint64_t module, uint64_t offset,
                                      uint64_t address);

/* How far from the thread pointer a thread remembers its variable's address:
 * a word that is 0 until lazy_variable_here has found it. */
uint64_t lazy_variable_memory(void);

/* Where this thread's variable lies, or 0: it has none yet. */
uint64_t lazy_variable_search(void);

extern __thread uint64_t lazy_variable_address;

static inline uint64_t
lazy_variable_here(void)
{
    uint64_t address = lazy_variable_address;

    return address != 0 ? address : lazy_variable_search();
}

#endif
