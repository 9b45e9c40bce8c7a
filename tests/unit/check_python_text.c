#include "cpython/python_text.h"
#include "unit.h"

#include <check.h>
#include <string.h>

/* A str and its type, laid out as the table says. */
static const struct python_layout *const layout = &layout_3_11;
static _Alignas(8) uint8_t type[512];
static _Alignas(8) uint8_t object[256];

static void
store(uint8_t *where, uint64_t value, size_t bytes)
{
    memcpy(where, &value, bytes);
}

static uint32_t
state_word(unsigned kind, bool compact, bool ascii, bool ready)
{
    return kind << layout->text.kind_shift |
           (uint32_t)compact << layout->text.compact_shift |
           (uint32_t)ascii << layout->text.ascii_shift |
           (uint32_t)ready << layout->text.ready_shift;
}

/* Returns the object with `length` characters of `kind` bytes each. */
static uint64_t
make_text(unsigned kind, bool compact, bool ascii, const void *characters,
          size_t length)
{
    memset(type, 0, sizeof type);
    memset(object, 0xee, sizeof object);
    store(type + layout->type.flags, layout->type.flag_is_str, 8);
    store(object + layout->object.type, (uintptr_t)type, 8);
    store(object + layout->text.length, length, 8);
    store(object + layout->text.state, state_word(kind, compact, ascii, true),
          4);
    if (!compact) {
        store(object + layout->text.legacy_data, (uintptr_t)characters, 8);
    }
    else {
        memcpy(object + (ascii ? layout->text.ascii_data
                               : layout->text.compact_data),
               characters, length * kind);
    }
    return (uintptr_t)object;
}

START_TEST(reads_ascii)
{
    char out[32];
    uint64_t text = make_text(1, true, true, "parse_pair", 10);
    ck_assert_uint_eq(python_text(layout, text, out, sizeof out), 10);
    ck_assert_str_eq(out, "parse_pair");
}
END_TEST

START_TEST(reads_characters_of_one_two_and_four_bytes)
{
    static const uint8_t one[] = { 'g', 'r', 0xf6, 0xdf, 'e' };
    static const uint16_t two[] = { 0x732b, 'a', 0x20ac };
    static const uint32_t four[] = { 0x1d4b3, 0x10ffff, 'z' };
    char out[64];

    python_text(layout, make_text(1, true, false, one, 5), out, sizeof out);
    ck_assert_str_eq(out, "gr\xc3\xb6\xc3\x9f"
                          "e");
    python_text(layout, make_text(2, true, false, two, 3), out, sizeof out);
    ck_assert_str_eq(out, "\xe7\x8c\xab"
                          "a\xe2\x82\xac");
    python_text(layout, make_text(4, true, false, four, 3), out, sizeof out);
    ck_assert_str_eq(out, "\xf0\x9d\x92\xb3\xf4\x8f\xbf\xbf"
                          "z");
}
END_TEST

START_TEST(reads_a_subclass_whose_characters_lie_elsewhere)
{
    char out[32];
    uint64_t text = make_text(1, false, true, "elsewhere", 9);
    ck_assert_uint_eq(python_text(layout, text, out, sizeof out), 9);
    ck_assert_str_eq(out, "elsewhere");
}
END_TEST

START_TEST(never_splits_a_character)
{
    static const uint16_t two[] = { 'a', 0x732b, 'b' };
    char out[8];
    uint64_t text = make_text(2, true, false, two, 3);

    for (size_t size = 1; size <= 4; size++) {
        memset(out, '#', sizeof out);
        size_t bytes = python_text(layout, text, out, size);
        ck_assert_uint_eq(bytes, size == 1 ? 0 : 1);
        ck_assert_int_eq(out[bytes], '\0');
        ck_assert_int_eq(out[size], '#');
    }
    ck_assert_uint_eq(python_text(layout, text, out, 5), 4);
    ck_assert_str_eq(out, "a\xe7\x8c\xab");
}
END_TEST

START_TEST(a_lone_surrogate_becomes_the_replacement_character)
{
    static const uint16_t two[] = { 0xd800, 0xdfff };
    char out[8];
    python_text(layout, make_text(2, true, false, two, 2), out, sizeof out);
    ck_assert_str_eq(out, "\xef\xbf\xbd\xef\xbf\xbd");
}
END_TEST

START_TEST(anything_but_a_ready_str_is_empty)
{
    char out[8] = "before";
    uint64_t text = make_text(1, true, true, "abc", 3);

    ck_assert_uint_eq(python_text(layout, 0, out, sizeof out), 0);
    ck_assert_str_eq(out, "");
    store(object + layout->text.state, state_word(1, true, true, false), 4);
    ck_assert_uint_eq(python_text(layout, text, out, sizeof out), 0);
    store(object + layout->text.state, state_word(0, false, false, true), 4);
    ck_assert_uint_eq(python_text(layout, text, out, sizeof out), 0);
    text = make_text(1, true, true, "abc", 3);
    store(type + layout->type.flags, 0, 8);
    ck_assert_uint_eq(python_text(layout, text, out, sizeof out), 0);
}
END_TEST

START_TEST(writes_nothing_into_no_room)
{
    char out[2] = "#";
    uint64_t text = make_text(1, true, true, "abc", 3);
    ck_assert_uint_eq(python_text(layout, text, out, 0), 0);
    ck_assert_str_eq(out, "#");
}
END_TEST

START_TEST(compares_ascii_where_it_stands)
{
    uint64_t text = make_text(1, true, true, "parse_pair", 10);

    ck_assert(python_text_is(layout, text, "parse_pair", 10));
    ck_assert(!python_text_is(layout, text, "parse_pain", 10));
    ck_assert(!python_text_is(layout, text, "parse_pai", 9));
    ck_assert(!python_text_is(layout, 0, "", 0));
    text = make_text(1, true, false, "parse_pair", 10);
    ck_assert(!python_text_is(layout, text, "parse_pair", 10));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("python_text");
    TCase *tests = tcase_create("python_text");

    tcase_add_test(tests, reads_ascii);
    tcase_add_test(tests, reads_characters_of_one_two_and_four_bytes);
    tcase_add_test(tests, reads_a_subclass_whose_characters_lie_elsewhere);
    tcase_add_test(tests, never_splits_a_character);
    tcase_add_test(tests, a_lone_surrogate_becomes_the_replacement_character);
    tcase_add_test(tests, anything_but_a_ready_str_is_empty);
    tcase_add_test(tests, writes_nothing_into_no_room);
    tcase_add_test(tests, compares_ascii_where_it_stands);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
