/* Versions as interpreters say them. */
#include "cpython/version.h"

#include "unit.h"

START_TEST(a_release_is_its_number)
{
    ck_assert_uint_eq(version_parse("3.11.2 (main, Apr 28 2025) [GCC 12]"),
                      0x030b02f0);
    ck_assert_uint_eq(version_parse("3.9.18"), 0x030912f0);
}
END_TEST

START_TEST(what_comes_before_a_release_is_told_apart)
{
    ck_assert_uint_eq(version_parse("3.15.0a2+ (heads/main)"), 0x030f00a2);
    ck_assert_uint_eq(version_parse("3.14.0b4"), 0x030e00b4);
    ck_assert_uint_eq(version_parse("3.13.0rc1 (x)"), 0x030d00c1);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("version");
    TCase *tests = tcase_create("all");

    tcase_add_test(tests, a_release_is_its_number);
    tcase_add_test(tests, what_comes_before_a_release_is_told_apart);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
