#include "cpython/python_int.h"

#include "cpython/memory.h"
#include "cpython/type_info.h"

enum {
    DIGITS_MAX = 2,
    DIGIT_BITS = 30,
    DIGIT_BYTES = 4,
    WORD = 8,
    OBJECT_WORDS = 8, /* more than any version's int of two digits has */
};

static bool
is_negative(const struct python_layout *layout, uint64_t object)
{
    enum { SIGN_MASK = 3, NEGATIVE = 2 };

    return layout->text.int_tag == 0
               ? (int64_t)load64(object + layout->object.size) < 0
               : (load64(object + layout->text.int_tag) & SIGN_MASK) ==
                     NEGATIVE;
}

uint64_t
python_int_digits(const struct python_layout *layout, uint64_t object)
{
    enum { COUNT_SHIFT = 3 };
    int64_t size;

    if (layout->text.int_tag != 0) {
        return load64(object + layout->text.int_tag) >> COUNT_SHIFT;
    }
    size = (int64_t)load64(object + layout->object.size);
    return size < 0 ? -(uint64_t)size : (uint64_t)size;
}

bool
python_int(const struct python_layout *layout, uint64_t object, uint64_t *value)
{
    uint64_t count = python_int_digits(layout, object);
    uint64_t digits = object + layout->text.int_digits;

    if (is_negative(layout, object) || count > DIGITS_MAX) {
        return false;
    }
    *value = 0;
    while (count-- > 0) {
        *value = *value << DIGIT_BITS | load32(digits + DIGIT_BYTES * count);
    }
    return true;
}

/*
 * Is there an int of that value? Nobody knows what the word is, and another
 * thread may give memory back at any time: all of it is read with care.
 */
static bool
is_int_of(const struct python_layout *layout, uint64_t place, uint64_t wanted,
          python_int_reader *read_word)
{
    uint64_t words[OBJECT_WORDS], object, type, flags, value;
    uint64_t bytes = layout->text.int_digits + DIGITS_MAX * DIGIT_BYTES;

    if (!read_word(place, &object) || (object & (WORD - 1)) != 0 ||
        !read_word(object + layout->object.type, &type) ||
        (type & (WORD - 1)) != 0 ||
        !read_word(type + layout->type.flags, &flags) ||
        (flags & TYPE_FLAG_LONG) == 0) {
        return false;
    }
    for (uint64_t i = 0; i < OBJECT_WORDS && i * WORD < bytes; i++) {
        if (!read_word(object + i * WORD, &words[i])) {
            return false;
        }
    }
    return python_int(layout, (uint64_t)(uintptr_t)words, &value) &&
           value == wanted;
}

bool
python_int_is_hash(const struct python_layout *layout, uint64_t address,
                   uint64_t word, python_int_reader *read_word)
{
    return is_int_of(layout, address + WORD, word, read_word) ||
           is_int_of(layout, address - WORD, word, read_word);
}
