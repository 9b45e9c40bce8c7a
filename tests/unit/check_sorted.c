/* Where to begin in what is sorted. */
#include "report/text/sorted.h"
#include "unit.h"

#include <check.h>

static const int numbers[] = { 2, 3, 3, 3, 7 };

enum { COUNT = sizeof numbers / sizeof *numbers };

static int
compare(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

static size_t
first(int wanted, size_t count)
{
    return sorted_first(numbers, count, sizeof *numbers, &wanted, compare);
}

START_TEST(the_first_of_those_alike_is_found)
{
    ck_assert_uint_eq(first(3, COUNT), 1);
}
END_TEST

START_TEST(what_is_not_there_would_stand_before_the_next)
{
    ck_assert_uint_eq(first(1, COUNT), 0);
    ck_assert_uint_eq(first(5, COUNT), 4);
}
END_TEST

START_TEST(what_is_greater_than_all_stands_behind_them)
{
    ck_assert_uint_eq(first(8, COUNT), COUNT);
    ck_assert_uint_eq(first(8, 0), 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("sorted");
    TCase *tests = tcase_create("sorted");

    tcase_add_test(tests, the_first_of_those_alike_is_found);
    tcase_add_test(tests, what_is_not_there_would_stand_before_the_next);
    tcase_add_test(tests, what_is_greater_than_all_stands_behind_them);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
