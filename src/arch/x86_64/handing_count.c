#include "arch/x86_64/handing_count.h"

int
handing_count_beside(const struct handing_path *path, uint8_t number)
{
    int bits = (int)(path->beside >> (HANDING_BESIDE_BITS * number) &
                     HANDING_BESIDE_MASK);

    return bits > HANDING_BESIDE_MAX ? bits - HANDING_BESIDE_MASK - 1 : bits;
}

/* Added up or taken away; whatever is far is not known. */
static int
sum(int beside, int64_t amount)
{
    int64_t result = beside + amount;

    return beside == HANDING_BESIDE_UNKNOWN || result > HANDING_BESIDE_MAX ||
                   result < -HANDING_BESIDE_MAX
               ? HANDING_BESIDE_UNKNOWN
               : (int)result;
}

void
handing_count_set(struct handing_path *path, uint8_t number, int beside)
{
    handing_state_forget(path, handing_state_bit(number));
    path->counts |= handing_state_bit(number);
    path->beside |= ((uint64_t)beside & HANDING_BESIDE_MASK)
                    << (HANDING_BESIDE_BITS * number);
}

void
handing_count_copy(struct handing_path *path, uint8_t to,
                   const struct handing_path *of, uint8_t from)
{
    if ((of->counts & handing_state_bit(from)) != 0) {
        handing_count_set(path, to, handing_count_beside(of, from));
    }
}

void
handing_count_adjust(struct handing_path *path, uint8_t to, uint8_t from,
                     int amount)
{
    bool counts = (path->counts & handing_state_bit(from)) != 0;
    int beside = sum(handing_count_beside(path, from), amount);

    handing_state_forget(path, handing_state_bit(to));
    if (counts) {
        handing_count_set(path, to, beside);
    }
}

void
handing_count_written(struct handing_path *path, int amount)
{
    for (uint8_t i = 0; i < REGISTER_COUNT; i++) {
        if ((path->counts & handing_state_bit(i)) != 0) {
            handing_count_set(
                path, i,
                amount == HANDING_BESIDE_UNKNOWN
                    ? HANDING_BESIDE_UNKNOWN
                    : sum(handing_count_beside(path, i), -(int64_t)amount));
        }
    }
}

uint16_t
handing_count_exact(const struct handing_path *path)
{
    uint16_t exact = path->counts;

    for (uint8_t i = 0; i < REGISTER_COUNT; i++) {
        if (handing_count_beside(path, i) != 0) {
            exact &= (uint16_t)~handing_state_bit(i);
        }
    }
    return exact;
}

/* shr $31 of half a register. */
static bool
is_shift_of_sign(const uint8_t *bytes, size_t size)
{
    size_t at = size == 4 && bytes[0] == 0x41 ? 1 : 0;

    return size == at + 3 && bytes[at] == 0xc1 &&
           (bytes[at + 1] & 0xf8) == 0xe8 && bytes[at + 2] == 31;
}

/* movzx of a register's lowest byte, and not of the one above that. */
static bool
is_byte_copied(const uint8_t *bytes, size_t size)
{
    size_t at = size == 4 && (bytes[0] & 0xf8) == 0x40 ? 1 : 0;

    return size == at + 3 && bytes[at] == 0x0f && bytes[at + 1] == 0xb6 &&
           bytes[at + 2] >= 0xc0 && (at == 1 || (bytes[at + 2] & 4) == 0);
}

uint16_t
handing_count_sign(const struct instruction *instruction, const uint8_t *bytes,
                   const struct handing_path *path)
{
    uint16_t reads = handing_state_values(instruction);
    uint16_t from = is_shift_of_sign(bytes, instruction->length)
                        ? handing_count_exact(path)
                    : is_byte_copied(bytes, instruction->length) ? path->signs
                                                                 : 0;

    return (reads & from) != 0 ? (uint16_t)instruction->touches : 0;
}
