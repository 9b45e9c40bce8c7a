/* A line through numbers. */
#include "report/evidence/growth_line.h"
#include "unit.h"

#include <check.h>

#define MEASURE(...)                                            \
    growth_line_measure((const double[]){ __VA_ARGS__ },        \
                        sizeof(const double[]){ __VA_ARGS__ } / \
                            sizeof(double))

START_TEST(a_leak_is_a_line)
{
    struct growth_line line = MEASURE(10, 11, 12, 13, 14, 15);

    ck_assert_int_eq(line.kind, GROWTH_LINEAR);
    ck_assert_double_eq_tol(line.slope, 1, 1e-9);
    ck_assert_double_eq_tol(line.r2, 1, 1e-9);
    ck_assert_double_eq(line.first, 10);
    ck_assert_double_eq(line.last, 15);
    line = MEASURE(0, 3, 5, 9, 12, 14, 18);
    ck_assert_int_eq(line.kind, GROWTH_LINEAR);
}
END_TEST

START_TEST(steps_that_go_on_are_a_line)
{
    struct growth_line line =
        MEASURE(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4);

    ck_assert_int_eq(line.kind, GROWTH_LINEAR);
}
END_TEST

START_TEST(a_cache_saturates)
{
    struct growth_line line = MEASURE(0, 4, 7, 9, 10, 10, 10, 10, 10, 10);

    ck_assert_int_eq(line.kind, GROWTH_SATURATES);
    line = MEASURE(0, 5, 5, 5);
    ck_assert_int_eq(line.kind, GROWTH_SATURATES);
}
END_TEST

START_TEST(what_stays_or_falls_does_not_grow)
{
    ck_assert_int_eq(MEASURE(5, 5, 5, 5).kind, GROWTH_NONE);
    ck_assert_int_eq(MEASURE(9, 8, 7, 6).kind, GROWTH_FALLS);
    ck_assert_int_eq(MEASURE(9, 7, 6, 6, 6, 6).kind, GROWTH_NONE);
    ck_assert_int_eq(MEASURE(5, 9, 9, 5).kind, GROWTH_NONE);
}
END_TEST

START_TEST(noise_is_neither)
{
    struct growth_line line = MEASURE(5, 9, 2, 8, 1, 9, 4, 9, 3, 8);

    ck_assert_int_eq(line.kind, GROWTH_NOISE);
}
END_TEST

START_TEST(two_points_are_no_line)
{
    ck_assert_int_eq(MEASURE(1, 2).kind, GROWTH_UNKNOWN);
    ck_assert_int_eq(growth_line_measure(NULL, 0).kind, GROWTH_UNKNOWN);
    ck_assert_ptr_null(growth_line_word(GROWTH_UNKNOWN));
    ck_assert_str_eq(growth_line_word(GROWTH_FALLS), "falls");
    ck_assert_str_eq(growth_line_word(GROWTH_LINEAR), "linear");
    ck_assert_str_eq(growth_line_word(GROWTH_NOISE), "noise");
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("growth_line");
    TCase *tests = tcase_create("growth_line");

    tcase_add_test(tests, a_leak_is_a_line);
    tcase_add_test(tests, steps_that_go_on_are_a_line);
    tcase_add_test(tests, a_cache_saturates);
    tcase_add_test(tests, what_stays_or_falls_does_not_grow);
    tcase_add_test(tests, noise_is_neither);
    tcase_add_test(tests, two_points_are_no_line);
    suite_add_tcase(suite, tests);

    return unit_run(suite);
}
