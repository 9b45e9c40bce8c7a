/*
 * proof - what must be known of an image's code to see that an edit of it is
 * right.
 *
 * An edit replaces whole instructions, or bytes that nobody executes, and
 * nothing jumps into its middle. Two bits for each byte of code say so: whether
 * an instruction begins there (or ends: the next one begins) and whether
 * something may jump there. Whoever makes a plan finds them for all of the
 * code; a plan that is kept keeps them.
 */
#ifndef REFTALLY_PATCH_PROOF_H
#define REFTALLY_PATCH_PROOF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct proof {
    uint64_t start, end; /* addresses of the image's file */
    uint8_t *starts;     /* each byte of what is unused counts as one */
    uint8_t *targets;
};

/* The size of either table, for so much code; a multiple of 8. */
size_t proof_bytes(uint64_t code_bytes);

/*
 * Whether [address, address + length) may be replaced. From then on its first
 * `used` bytes are taken, and the others are unused. `unused`: all of them must
 * have been so before.
 */
bool proof_take(struct proof *proof, uint64_t address, uint32_t length,
                uint32_t used, bool unused);

#endif
