#include "cpython/dict_entries.h"
#include "unit.h"

#include <check.h>

enum { ENTRIES = 5 };

/* Hash, key and value, as a dictionary that was never split has them. */
static uint64_t entries[3 * ENTRIES] = {
    1, 0x100, 0x200, 2, 0x110, 0, 3, 0x120, 0x220, 4, 0, 0, 5, 0x140, 0x240,
};

static struct dict_entries
combined(void)
{
    return (struct dict_entries){ .entry = (uint64_t)(uintptr_t)entries,
                                  .left = ENTRIES,
                                  .entry_bytes = 24,
                                  .key = 8 };
}

START_TEST(a_value_is_found_where_it_stands)
{
    struct dict_entries at = combined();
    uint64_t key, value;

    ck_assert_uint_eq(dict_entries_seek(&at, 0x240), 4);
    ck_assert(dict_entries_next(&at, &key, &value));
    ck_assert_uint_eq(key, 0x140);
    ck_assert_uint_eq(value, 0x240);
    ck_assert(!dict_entries_next(&at, &key, &value));
}
END_TEST

START_TEST(a_key_is_found_too)
{
    struct dict_entries at = combined();

    ck_assert_uint_eq(dict_entries_seek(&at, 0x120), 2);
    ck_assert_uint_eq(at.left, ENTRIES - 2);
    ck_assert_uint_eq(dict_entries_seek(&at, 0x120), 0);
}
END_TEST

START_TEST(all_is_passed_over_where_it_is_not)
{
    struct dict_entries at = combined();
    uint64_t key, value;

    ck_assert_uint_eq(dict_entries_seek(&at, 0x999), ENTRIES);
    ck_assert(!dict_entries_next(&at, &key, &value));
    ck_assert_uint_eq(dict_entries_seek(&at, 0x999), 0);
}
END_TEST

START_TEST(values_may_stand_apart_from_their_keys)
{
    uint64_t values[ENTRIES] = { 0x300, 0, 0x320, 0x330, 0x340 };
    struct dict_entries at = combined();
    uint64_t key, value;

    at.values = (uint64_t)(uintptr_t)values;
    ck_assert_uint_eq(dict_entries_seek(&at, 0x320), 2);
    ck_assert(dict_entries_next(&at, &key, &value));
    ck_assert_uint_eq(key, 0x120);
    ck_assert_uint_eq(value, 0x320);
    ck_assert(dict_entries_next(&at, &key, &value));
    ck_assert_uint_eq(key, 0x140);
    ck_assert_uint_eq(value, 0x340);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("dict_entries");
    TCase *test = tcase_create("dict_entries");

    tcase_add_test(test, a_value_is_found_where_it_stands);
    tcase_add_test(test, a_key_is_found_too);
    tcase_add_test(test, all_is_passed_over_where_it_is_not);
    tcase_add_test(test, values_may_stand_apart_from_their_keys);
    suite_add_tcase(suite, test);
    return unit_run(suite);
}
