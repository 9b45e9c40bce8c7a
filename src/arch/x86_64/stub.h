/*
 * stub - emits the code that patched instructions jump to.
 *
 * Stubs go into a blob that will lie near the image. While it is built, the
 * blob's first byte counts as virtual address 0 of the image, so each field
 * that reaches into the image is off by the same amount, which is subtracted
 * when the blob gets its place (`near`). Site numbers count from 0 within the
 * image and are raised to process-wide ones at that time (`sites`).
 *
 * A stub of one site:
 *
 *        lea   the operand's address, %scratch
 *        shr   $4, %scratch
 *        testb $1, SHADOW_BASE(%scratch)     is a tracked object there?
 *        jne   slow
 *  back: the original instruction(s)
 *        jmp   behind them
 *  slow: lea   the operand's address, %scratch
 *        push  %scratch; push amount or register; push site
 *        call  the hook; drop the three
 *        jmp   back
 *
 * %scratch is a free register, or one saved around it; flags are saved only
 * where somebody still reads them; the red zone is stepped over.
 */
#ifndef REFTALLY_ARCH_X86_64_STUB_H
#define REFTALLY_ARCH_X86_64_STUB_H

#include "arch/x86_64/sites.h"

/* What lies at the start of every blob: absolute addresses, then thunks. */
enum {
    BLOB_HOOK_CHANGE_SLOT = 0, /* 8 bytes each */
    BLOB_HOOK_ENTRY_SLOT = 8,
    BLOB_HOOK_CHANGE_THUNK = 16,
    BLOB_HOOK_ENTRY_THUNK = 24,
    BLOB_CODE_START = 32,
};

/*
 * One byte of the map describes 16 bytes of address space. The base suits a
 * signed 32-bit displacement.
 */
#define SHADOW_BASE 0x7fff8000u
enum {
    SHADOW_TRACKED = 1,        /* a tracked object begins here */
    SHADOW_TYPE_UNTRACKED = 2, /* a type whose objects are not tracked */
    SHADOW_HASH_BITS = 24,     /* size of the small table, if that is used */
};

enum stub_filter { STUB_FILTER_MAP, STUB_FILTER_HASH };

/*
 * The word pushed for the hook: the site's number in the low bits, above them
 * by how many 8-byte words the stub had moved the stack pointer.
 */
enum { STUB_SITE_BITS = 24, STUB_SITE_MASK = (1 << STUB_SITE_BITS) - 1 };

/*
 * Slow paths go into a blob of their own while stubs are emitted, so that what
 * runs all the time lies close together; stub_finish_blob puts them behind.
 */
struct blob {
    uint8_t *bytes;
    uint32_t size, capacity;
    uint32_t *near; /* offsets of 32-bit fields that reach into the image */
    uint32_t near_count;
    uint32_t *sites; /* offsets of 32-bit site words */
    uint32_t site_count;
    uint32_t *cross; /* offsets of fields that reach into the other blob */
    uint32_t cross_count;
    uint32_t reloc_capacity; /* of all three arrays */
    struct blob *cold;       /* slow paths; NULL in that blob itself */
    bool full;               /* something did not fit: the blob is void */
};

void stub_begin_blob(struct blob *blob);

/* Whether half of it is still free, of everything. */
bool stub_has_plenty(const struct blob *blob);

/* Appends the slow paths. False: they do not fit. */
bool stub_finish_blob(struct blob *blob);

/* A site to emit, with its number within the image. */
struct stub_site {
    struct site site;
    uint32_t number;
};

/* What stubs of one function have in common. */
struct stub_code {
    const struct function *function;
    const uint32_t *live; /* resources, before each instruction */
    enum stub_filter filter;
    bool red_zone; /* the function uses it */
};

/*
 * Emits a stub for instructions [first, last] of the function, of which
 * `sites` are the sites, in order; returns its offset in the blob, or 0 when
 * it cannot be done (`leave` then says why, enum stub_leave).
 */
enum { STUB_SITES_MAX = 8 };

enum stub_leave { STUB_FINE, STUB_NO_REGISTER, STUB_UNMOVABLE, STUB_FULL };

uint32_t stub_emit(struct blob *blob, const struct stub_code *code,
                   size_t first, size_t last, const struct stub_site *sites,
                   size_t site_count, enum stub_leave *leave);

/* What an entry stub watches for before it calls the hook. */
enum stub_entry {
    STUB_ENTRY_ALWAYS,
    STUB_ENTRY_TRACKED_BLOCK, /* second argument is memory whose first 48 bytes
                                 hold the beginning of a tracked object */
};

/* A stub for the first instructions of a function that the library watches. */
uint32_t stub_emit_entry(struct blob *blob, const struct function *function,
                         size_t last, uint32_t number, enum stub_entry watch,
                         enum stub_filter filter, enum stub_leave *leave);

/* Five bytes at `from` that jump to `to`. */
void stub_jump(uint8_t out[5], uint64_t from, uint64_t to);

#endif
