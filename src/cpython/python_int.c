#include "cpython/python_int.h"

#include "cpython/memory.h"
#include "cpython/type_info.h"

/* A flag of tp_flags; part of the stable ABI since 3.2. */
#define FLAG_LONG (UINT64_C(1) << 24)

enum {
    DIGITS_MAX = 2,
    DIGIT_BITS = 30,
    DIGIT_BYTES = 4,
    WORD = 8,
};

/* How many digits; negative: a negative number. */
static int64_t
digit_count(const struct python_layout *layout, uint64_t object)
{
    enum { SIGN_MASK = 3, NEGATIVE = 2, COUNT_SHIFT = 3 };
    uint64_t tag;

    if (layout->text.int_tag == 0) {
        return (int64_t)load64(object + layout->object.size);
    }
    tag = load64(object + layout->text.int_tag);
    return (tag & SIGN_MASK) == NEGATIVE ? -1 : (int64_t)(tag >> COUNT_SHIFT);
}

bool
python_int(const struct python_layout *layout, uint64_t object, uint64_t *value)
{
    int64_t size = digit_count(layout, object);
    uint64_t digits = object + layout->text.int_digits;

    if (size < 0 || size > DIGITS_MAX) {
        return false;
    }
    *value = 0;
    for (int64_t i = size; i-- > 0;) {
        *value =
            *value << DIGIT_BITS | load32(digits + DIGIT_BYTES * (uint64_t)i);
    }
    return true;
}

/* Is there an int of that value? Only memory that is known is looked at. */
static bool
is_int_of(const struct python_layout *layout, uint64_t place, uint64_t wanted,
          owners_readable *readable)
{
    uint64_t object, type, value;
    uint64_t bytes = layout->text.int_digits + DIGITS_MAX * DIGIT_BYTES;

    if (!readable(place, WORD)) {
        return false;
    }
    object = load64(place);
    if ((object & (WORD - 1)) != 0 || !readable(object, bytes)) {
        return false;
    }
    type = type_of(layout, object);
    return (type & (WORD - 1)) == 0 &&
           readable(type, layout->type.flags + (uint64_t)WORD) &&
           (type_flags(layout, type) & FLAG_LONG) != 0 &&
           python_int(layout, object, &value) && value == wanted;
}

bool
python_int_is_hash(const struct python_layout *layout, uint64_t address,
                   uint64_t word, owners_readable *readable)
{
    return is_int_of(layout, address + WORD, word, readable) ||
           is_int_of(layout, address - WORD, word, readable);
}
