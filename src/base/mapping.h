/*
 * mapping - zeroed memory straight from the system, page by page as touched.
 *
 * Callers take turns: they hold the interpreter's lock, or are at start.
 */
#ifndef REFTALLY_BASE_MAPPING_H
#define REFTALLY_BASE_MAPPING_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* from Linux 5.14 on; headers may be older */
#endif

/*
 * Where a mapping of ours is asked for: far from where the kernel puts the
 * host's libraries, which want the room near them for their stubs.
 */
void *mapping_place(uint64_t size_bytes);

/* Whether the address lies where such mappings are. */
bool mapping_holds(uint64_t address);

/*
 * The program locks what is mapped from now on into memory. Ours is taken out,
 * or the kernel would fill it at once.
 */
void mapping_stay_unlocked(void);

/*
 * Maps memory to write to, with these flags besides those of private anonymous
 * memory that is not reserved. MAP_FAILED: errno says why.
 */
void *mapping_made(void *wanted, uint64_t size_bytes, int flags);

/* All of them, at once: nobody uses any. */
void mapping_return_all(void);

/* What mapping_zeroed gave, and nobody uses. */
void mapping_return_zeroed(void);

/* NULL: the system gave no address space. */
void *mapping_zeroed(uint64_t size_bytes);

/*
 * Memory for mappings that a sealed library will want. False: there is none,
 * and it gets no more.
 */
bool mapping_reserve(uint64_t size_bytes);

/* Gives back one mapping, whole; NULL is none. */
void mapping_return(void *memory, uint64_t size_bytes);

/*
 * The end of the mapping that the address lies in, 0: in none of the first
 * hundred or so that there are.
 */
uint64_t mapping_end(uint64_t address);

#endif
