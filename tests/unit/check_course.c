#include "report/evidence/course.h"
#include "unit.h"

#include <check.h>

enum { MOMENTS = 20 };

/* As many objects as `alive` says of each tenth of a thousand changes. */
static enum growth_kind
kind_of(double (*alive)(double part))
{
    double work[MOMENTS], values[MOMENTS];

    for (size_t i = 0; i < MOMENTS; i++) {
        double part = (double)i / (MOMENTS - 1);

        work[i] = 5000 + 1000 * part;
        values[i] = alive(part);
    }
    return course_measure(work, values, MOMENTS).kind;
}

static double
leak(double part)
{
    return 1000 * part;
}

static double
late_leak(double part)
{
    return part < .7 ? 0 : 1000 * (part - .7);
}

static double
few(double part)
{
    return 99 * part;
}

static double
table_first(double part)
{
    return part < .6 ? 1000 * part : 600;
}

static double
bounded(double part)
{
    return part < .8 ? 1000 * part : 800;
}

static double
table_at_last(double part)
{
    return part < .95 ? 0 : 1000;
}

static double
emptied(double part)
{
    return part < .5 ? 1000 * part : 1000 * (part - .4);
}

static double
emptied_whole(double part)
{
    return part < .5 ? 1000 * part : 1000 * (part - .5);
}

static double
slowing(double part)
{
    return 1000 * part * (2 - part);
}

START_TEST(what_grows_evenly_to_the_end_is_a_line)
{
    ck_assert_int_eq(kind_of(leak), GROWTH_LINEAR);
    ck_assert_int_eq(kind_of(late_leak), GROWTH_LINEAR);
}
END_TEST

START_TEST(what_a_program_has_is_none)
{
    ck_assert_int_eq(kind_of(few), GROWTH_UNKNOWN);
    ck_assert_int_eq(kind_of(table_first), GROWTH_UNKNOWN);
    ck_assert_int_eq(kind_of(bounded), GROWTH_UNKNOWN);
    ck_assert_int_eq(kind_of(table_at_last), GROWTH_UNKNOWN);
    ck_assert_int_eq(kind_of(emptied), GROWTH_UNKNOWN);
    ck_assert_int_eq(kind_of(emptied_whole), GROWTH_UNKNOWN);
    ck_assert_int_eq(kind_of(slowing), GROWTH_UNKNOWN);
}
END_TEST

START_TEST(moments_need_not_be_evenly_spread)
{
    double work[] = { 10, 20, 1000, 1010, 1500, 1800, 2000, 3000 };
    double values[] = { 0, 0, 0, 10, 500, 800, 1000, 2000 };
    struct growth_line line = course_measure(work, values, 8);

    ck_assert_int_eq(line.kind, GROWTH_LINEAR);
    ck_assert_double_eq_tol(line.share, .66, .01);
    ck_assert_double_eq(line.last, 2000);
    work[7] = 9000; /* the same objects, and far more work at the end */
    ck_assert_int_eq(course_measure(work, values, 8).kind, GROWTH_UNKNOWN);
}
END_TEST

START_TEST(without_moments_nothing_is_said)
{
    double work[] = { 1, 2, 3, 4 }, values[] = { 0, 100, 200, 300 };

    ck_assert_int_eq(course_measure(work, values, 0).kind, GROWTH_UNKNOWN);
    ck_assert_int_eq(course_measure(work, values, 4).kind, GROWTH_UNKNOWN);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("course");
    TCase *measure = tcase_create("measure");

    tcase_add_test(measure, what_grows_evenly_to_the_end_is_a_line);
    tcase_add_test(measure, what_a_program_has_is_none);
    tcase_add_test(measure, moments_need_not_be_evenly_spread);
    tcase_add_test(measure, without_moments_nothing_is_said);
    suite_add_tcase(suite, measure);
    return unit_run(suite);
}
