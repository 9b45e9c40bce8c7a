/* Invented ints, and entries of dictionaries and sets that have them. */
#include "cpython/owners.h"
#include "cpython/python_int.h"
#include "unit.h"

#include <check.h>
#include <string.h>

static const struct python_layout *const layouts[] = {
    &layout_3_9,  &layout_3_10, &layout_3_11, &layout_3_12,
    &layout_3_13, &layout_3_14, &layout_3_15,
};
enum { LAYOUTS = sizeof layouts / sizeof layouts[0], WORDS = 64, INT = 16 };

static const struct python_layout *layout;
static uint64_t memory[WORDS], type[WORDS];

static uint64_t
at(int word)
{
    return (uintptr_t)&memory[word];
}

/* What is to be read with care stands elsewhere than it says: nothing is at
 * these addresses. */
enum { MEMORY = 0x100000, TYPE = 0x200000 };

static uint64_t
care(int word)
{
    return MEMORY + 8 * (uint64_t)word;
}

static bool
read_word(uint64_t address, uint64_t *word)
{
    if (address >= care(0) && address + 8 <= care(WORDS)) {
        memcpy(word, (uint8_t *)memory + (address - MEMORY), 8);
        return true;
    }
    if (address >= TYPE && address + 8 <= TYPE + sizeof type) {
        memcpy(word, (uint8_t *)type + (address - TYPE), 8);
        return true;
    }
    return false;
}

/* An int of so many digits at memory[INT]; a sign is -1 or 1. */
static void
make_int(int which, uint64_t value, int digits, int sign)
{
    uint8_t *object = (uint8_t *)&memory[INT];
    uint64_t flags = UINT64_C(1) << 24;
    uint64_t own = TYPE;
    int64_t size = (int64_t)sign * digits;
    uint64_t tag = (uint64_t)digits << 3 | (sign < 0 ? 2 : 0);

    layout = layouts[which];
    memset(memory, 0, sizeof memory);
    memset(type, 0, sizeof type);
    memcpy((uint8_t *)type + layout->type.flags, &flags, 8);
    memcpy(object + layout->object.type, &own, 8);
    if (layout->text.int_tag == 0) {
        memcpy(object + layout->object.size, &size, 8);
    }
    else {
        memcpy(object + layout->text.int_tag, &tag, 8);
    }
    for (int i = 0; i < digits; i++) {
        uint32_t digit = (uint32_t)(value >> (30 * i)) & ((1u << 30) - 1);

        memcpy(object + layout->text.int_digits + 4 * i, &digit, 4);
    }
}

START_TEST(the_value_of_an_int_is_read)
{
    static const struct {
        uint64_t value;
        int digits;
    } cases[] = {
        { 0, 0 }, { 7, 1 }, { 0x3fffffff, 1 }, { 0x7f1234567890, 2 }
    };
    uint64_t value;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        make_int(_i, cases[i].value, cases[i].digits, 1);
        ck_assert(python_int(layout, at(INT), &value));
        ck_assert_uint_eq(value, cases[i].value);
    }
    make_int(_i, 7, 1, -1);
    ck_assert(!python_int(layout, at(INT), &value));
    make_int(_i, 7, 3, 1);
    ck_assert(!python_int(layout, at(INT), &value));
}
END_TEST

/* From 3.12 on the number of digits stands above the sign: a reader of the size
 * alone goes beyond the end of an IntEnum, and perhaps of the mapping. */
START_TEST(an_int_ends_behind_its_digits)
{
    enum { BASIC = 24, DIGIT = 4, DIGITS = 3 };
    const uint64_t basic = BASIC, digit = DIGIT;
    uint64_t own = (uintptr_t)type;

    for (int sign = -1; sign <= 1; sign += 2) {
        make_int(_i, 7, DIGITS, sign);
        memcpy(&memory[INT + layout->object.type / 8], &own, 8);
        memcpy((uint8_t *)type + layout->type.basicsize, &basic, 8);
        memcpy((uint8_t *)type + layout->type.itemsize, &digit, 8);
        ck_assert_uint_eq(python_int_digits(layout, at(INT)), DIGITS);
        ck_assert_uint_eq(owners_object_bytes(layout, at(INT)),
                          BASIC + DIGITS * DIGIT);
    }
}
END_TEST

START_TEST(an_address_beside_the_int_that_it_is_the_hash_of_is_no_pointer)
{
    enum { ENTRY = 8, SET_ENTRY = 4 };
    uint64_t object = 0x5637eb44fef0;

    make_int(_i, object, 2, 1);
    memory[ENTRY] = object;
    memory[ENTRY + 1] = care(INT); /* hash, key, value */
    ck_assert(python_int_is_hash(layout, care(ENTRY), object, read_word));
    memory[SET_ENTRY] = care(INT); /* key, hash */
    memory[SET_ENTRY + 1] = object;
    ck_assert(
        python_int_is_hash(layout, care(SET_ENTRY + 1), object, read_word));
}
END_TEST

START_TEST(an_address_beside_anything_else_may_be_a_pointer)
{
    enum { ENTRY = 8 };
    uint64_t object = 0x5637eb44fef0;

    make_int(_i, object + 16, 2, 1); /* another int */
    memory[ENTRY] = object;
    memory[ENTRY + 1] = care(INT);
    ck_assert(!python_int_is_hash(layout, care(ENTRY), object, read_word));
    make_int(_i, object, 2, 1);
    memory[ENTRY] = object;
    memory[ENTRY + 1] = care(INT) + 1; /* no address of an object */
    ck_assert(!python_int_is_hash(layout, care(ENTRY), object, read_word));
    memory[ENTRY + 1] = object; /* is not there */
    ck_assert(!python_int_is_hash(layout, care(ENTRY), object, read_word));
    memory[ENTRY + 1] = care(INT);
    memset(type, 0, sizeof type); /* no int */
    ck_assert(!python_int_is_hash(layout, care(ENTRY), object, read_word));
    memory[0] = object; /* at an end of what can be read */
    ck_assert(!python_int_is_hash(layout, care(0), object, read_word));
    memory[WORDS - 1] = object;
    ck_assert(!python_int_is_hash(layout, care(WORDS - 1), object, read_word));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("python_int");
    TCase *tests = tcase_create("python_int");

    tcase_add_loop_test(tests, the_value_of_an_int_is_read, 0, LAYOUTS);
    tcase_add_loop_test(tests, an_int_ends_behind_its_digits, 0, LAYOUTS);
    tcase_add_loop_test(
        tests, an_address_beside_the_int_that_it_is_the_hash_of_is_no_pointer,
        0, LAYOUTS);
    tcase_add_loop_test(tests, an_address_beside_anything_else_may_be_a_pointer,
                        0, LAYOUTS);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
