/*
 * handing_count - registers that hold the object's count, or one beside it.
 *
 * A compiler loads a count once, raises it in several steps and on several
 * ways, and writes it where these meet. What a write is worth is how far the
 * register is from what the memory has then.
 */
#ifndef REFTALLY_ARCH_X86_64_HANDING_COUNT_H
#define REFTALLY_ARCH_X86_64_HANDING_COUNT_H

#include "arch/x86_64/handing_state.h"

enum {
    HANDING_BESIDE_MAX = 7, /* that much more, or less */
    HANDING_BESIDE_UNKNOWN = -8,
};

/* How much more a register of path->counts has than the memory. */
int handing_count_beside(const struct handing_path *path, uint8_t number);

/* The register holds a count that is so much more than the memory has: no more
 * than HANDING_BESIDE_MAX, or HANDING_BESIDE_UNKNOWN. */
void handing_count_set(struct handing_path *path, uint8_t number, int beside);

/* The one of `to` is what the one of `from` is. */
void handing_count_copy(struct handing_path *path, uint8_t to,
                        const struct handing_path *of, uint8_t from);

/* `to` is so much more than what `from` holds, if that is a count. */
void handing_count_adjust(struct handing_path *path, uint8_t to, uint8_t from,
                          int amount);

/* The memory has so much more than before: so much less do registers have. */
void handing_count_written(struct handing_path *path, int amount);

/* Registers that hold the very number that the memory has. */
uint16_t handing_count_exact(const struct handing_path *path);

/*
 * Registers that hold the count's sign behind an instruction which shifts it down
 * or copies its byte, as gcc does without optimization; 0: it does neither.
 */
uint16_t handing_count_sign(const struct instruction *instruction,
                            const uint8_t *bytes,
                            const struct handing_path *path);

#endif
