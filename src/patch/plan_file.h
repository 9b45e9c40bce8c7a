/*
 * plan_file - a plan as bytes: pure, and trusts nothing that it reads.
 *
 * All of it, the header too, is under one digest, and so is the key: what the
 * plan was made from and by whom. Bytes that pass are those that were written.
 */
#ifndef REFTALLY_PATCH_PLAN_FILE_H
#define REFTALLY_PATCH_PLAN_FILE_H

#include "base/arena.h"
#include "patch/plan.h"

/*
 * The plan in the bytes, which it goes on pointing into; they are 16-byte
 * aligned. False: they are no plan, damaged, or have another key. What it says
 * is not proved yet.
 */
bool plan_file_read(const uint8_t *bytes, uint64_t size, uint64_t key,
                    struct plan *out);

/*
 * What the header must say of the bytes at PLAN_FILE_DIGEST_AT; they are no
 * fewer than PLAN_FILE_BYTES_MIN.
 */
uint64_t plan_file_digest(const uint8_t *bytes, uint64_t size);

enum { PLAN_FILE_DIGEST_AT = 16, PLAN_FILE_BYTES_MIN = 96 };

/* The bytes of the plan, in the arena. NULL: no memory. */
const uint8_t *plan_file_write(const struct plan *plan, uint64_t key,
                               struct arena *arena, uint64_t *size);

#endif
