/*
 * blob - the bytes of all stubs of an image, and where they want correction.
 *
 * A blob will lie near the image. While it is built, its first byte counts as
 * virtual address 0 of the image, so each field that reaches into the image is
 * off by the same amount, which is subtracted when the blob gets its place
 * (`near`). Site numbers count from 0 within the image and are raised to
 * process-wide ones at that time (`sites`).
 */
#ifndef REFTALLY_ARCH_BLOB_H
#define REFTALLY_ARCH_BLOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What stubs call, by what their site does; the number of its slot. */
enum blob_hook {
    BLOB_HOOK_CHANGE,  /* anything not named below */
    BLOB_HOOK_TAKE,    /* one reference more */
    BLOB_HOOK_RELEASE, /* one less */
    BLOB_HOOK_STORE32, /* a register, of which so many bits are stored */
    BLOB_HOOK_STORE64,
    BLOB_HOOK_BIRTH,
    BLOB_HOOK_CHANGES, /* those before; what follows is no change */
    BLOB_HOOK_ENTRY = BLOB_HOOK_CHANGES, /* of a watched function */
    BLOB_HOOKS,
};

/* What lies at the start of every blob: absolute addresses, then thunks, which
 * jump there. */
enum {
    BLOB_SLOT_BYTES = 8,
    BLOB_THUNK_BYTES = 8,
    BLOB_THUNKS = BLOB_HOOKS * BLOB_SLOT_BYTES,
    BLOB_CODE_START = BLOB_THUNKS + BLOB_HOOKS * BLOB_THUNK_BYTES,
};

static inline uint32_t
blob_thunk(enum blob_hook hook)
{
    return BLOB_THUNKS + (uint32_t)hook * BLOB_THUNK_BYTES;
}

#define BLOB_BRANCH 0x80000000u

/* From here on the blob holds what the image holds from that address on, up to
 * the next place, or to what stubs add. */
struct blob_place {
    uint32_t offset, address;
};

/*
 * Slow paths go into a blob of their own while stubs are emitted, so that what
 * runs all the time lies close together; blob_finish puts them behind.
 */
struct blob {
    uint8_t *bytes;
    uint32_t size, capacity;
    uint32_t *near; /* offsets of 32-bit fields that reach into the image; of
                       branches with BLOB_BRANCH, until it is finished */
    uint32_t near_count;
    uint32_t *sites; /* offsets of 32-bit site words */
    uint32_t site_count;
    uint32_t *cross; /* offsets of fields that reach into the other blob */
    uint32_t cross_count;
    uint32_t reloc_capacity;              /* of all three arrays */
    struct blob_place *places;            /* in order */
    uint32_t place_count, place_capacity; /* none in that of slow paths */
    struct blob *cold; /* slow paths; NULL in that blob itself */
    bool full;         /* something did not fit: the blob is void */
};

void blob_begin(struct blob *blob);

/* Whether half of it is still free, of everything. */
bool blob_has_plenty(const struct blob *blob);

/*
 * The stub to which a branch to this address of the image may go at once, or 0:
 * then it goes to the image.
 */
typedef uint32_t blob_shortcut(const void *context, uint32_t target);

/*
 * Appends the slow paths, and lets branches take shortcuts (NULL: there are
 * none). False: they do not fit.
 */
bool blob_finish(struct blob *blob, blob_shortcut *shortcut,
                 const void *context);

/* What does not fit makes the blob full, and is left out. */
void blob_add(struct blob *blob, const void *bytes, size_t size);
void blob_add_byte(struct blob *blob, uint8_t byte);
void blob_add_word(struct blob *blob, uint32_t word);

/* A field that ends `behind` bytes before the next instruction. */
void blob_add_near(struct blob *blob, uint64_t target, uint32_t behind);

/* The field of a jump or branch, which it ends. */
void blob_add_branch(struct blob *blob, uint64_t target);

void blob_add_site(struct blob *blob, uint32_t word);

/* What is added next is a copy of what stands at this address. Where there is no
 * room, nobody will know. */
void blob_add_place(struct blob *blob, uint64_t address);

/* Notes that the field at this offset reaches into the other blob. */
void blob_add_cross(struct blob *blob, uint32_t field);

struct blob_mark {
    struct blob hot, cold;
};

struct blob_mark blob_mark(const struct blob *blob);

/*
 * Takes back what was added since; that a blob was full is not forgotten.
 * Returns 0, which is no stub.
 */
uint32_t blob_undo(struct blob *blob, const struct blob_mark *mark);

#endif
