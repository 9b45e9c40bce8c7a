#include "report/evidence/course.h"
#include "unit.h"

#include <check.h>
#include <math.h>

enum { MOMENTS = 20 };

/*
 * As many objects as `alive` says of each tenth of a thousand changes. Of those
 * at the end the share `younger` was born in the last of these tenths.
 */
static enum growth_kind
kind_of_young(double (*alive)(double part), double younger)
{
    double work[MOMENTS], values[MOMENTS], born[MOMENTS] = { 0 };

    for (size_t i = 0; i < MOMENTS; i++) {
        double part = (double)i / (MOMENTS - 1);

        work[i] = 5000 + 1000 * part;
        values[i] = alive(part);
        born[i] = i + 1 < MOMENTS ? younger * alive(1) : 0;
    }
    return course_measure((struct course_numbers){ work, values, born },
                          MOMENTS)
        .kind;
}

static enum growth_kind
kind_of(double (*alive)(double part))
{
    return kind_of_young(alive, 0);
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

/* Of equal size, one after another. */
static double
bursts(double part, int count)
{
    return 1000 * floor(part * count) / count;
}

static double
five_bursts(double part)
{
    return bursts(part, 5);
}

static double
seven_bursts(double part)
{
    return bursts(part, 7);
}

START_TEST(what_grows_evenly_to_the_end_is_a_line)
{
    ck_assert_int_eq(kind_of(leak), GROWTH_LINEAR);
    ck_assert_int_eq(kind_of(late_leak), GROWTH_LINEAR);
    ck_assert_int_eq(kind_of(seven_bursts), GROWTH_LINEAR);
}
END_TEST

START_TEST(what_is_emptied_between_moments_does_not_grow)
{
    ck_assert_int_eq(kind_of_young(leak, .05), GROWTH_LINEAR);
    ck_assert_int_eq(kind_of_young(leak, .5), GROWTH_UNKNOWN);
    ck_assert_int_eq(kind_of_young(leak, 1), GROWTH_UNKNOWN);
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
    ck_assert_int_eq(kind_of(five_bursts), GROWTH_UNKNOWN);
}
END_TEST

START_TEST(moments_need_not_be_evenly_spread)
{
    double work[] = { 10, 20, 1000, 1010, 1500, 1800, 2000, 3000 };
    double values[] = { 0, 0, 0, 10, 500, 800, 1000, 2000 };
    double younger[8] = { 0 };
    struct course_numbers numbers = { work, values, younger };
    struct growth_line line = course_measure(numbers, 8);

    ck_assert_int_eq(line.kind, GROWTH_LINEAR);
    ck_assert_double_eq_tol(line.share, .66, .01);
    ck_assert_double_eq(line.last, 2000);
    work[7] = 9000; /* the same objects, and far more work at the end */
    ck_assert_int_eq(course_measure(numbers, 8).kind, GROWTH_UNKNOWN);
}
END_TEST

/* Measured: a server's module is imported before it serves. */
START_TEST(what_begins_between_moments_far_apart_is_a_line)
{
    double work[] = { 186441, 253505, 291710, 295900, 300082, 304178, 308370,
                      313125, 317330, 321472, 325792, 330378, 334602 };
    double values[] = { 0,   0,   81,   262,  392,  519, 648,
                        794, 924, 1043, 1177, 1318, 1448 };
    double none[13] = { 0 };

    ck_assert_int_eq(
        course_measure((struct course_numbers){ work, values, none }, 13).kind,
        GROWTH_LINEAR);
    values[2] = 500; /* made at once, before it grows: its own table */
    ck_assert_int_eq(
        course_measure((struct course_numbers){ work, values, none }, 13).kind,
        GROWTH_UNKNOWN);
}
END_TEST

START_TEST(without_moments_nothing_is_said)
{
    double work[] = { 1, 2, 3, 4 }, values[] = { 0, 100, 200, 300 };
    double younger[4] = { 0 };
    struct course_numbers numbers = { work, values, younger };

    ck_assert_int_eq(course_measure(numbers, 0).kind, GROWTH_UNKNOWN);
    ck_assert_int_eq(course_measure(numbers, 4).kind, GROWTH_UNKNOWN);
}
END_TEST

/*
 * Six moments find 0, 40, 80 ... 200 objects, a thousand births apart, and more
 * of them nothing new. Those that are alive at the end are given by their serial
 * numbers.
 */
static enum growth_kind
kind_with_idle(uint64_t (*serial)(uint32_t number), uint32_t idle)
{
    enum { LAST = 6, IDLE_MAX = 4, ALIVE = 200 };
    struct ledger_account accounts[1 + ALIVE] = { 0 };
    struct ledger_moment moments[1 + LAST + IDLE_MAX] = { 0 };
    struct ledger_course courses[2] = { { 0 }, { .type = 1, .birth = 5 } };
    struct ledger ledger = { 0 };
    struct course_index *index;
    enum growth_kind kind;

    for (uint32_t i = 1; i <= LAST; i++) {
        moments[i] = (struct ledger_moment){ .realtime_ns = i,
                                             .changes = 10000 * i,
                                             .serial = 1000 * i };
        courses[1].alive[i - 1] = ALIVE / (LAST - 1) * (i - 1);
    }
    for (uint32_t i = LAST + 1; i <= LAST + idle; i++) {
        moments[i] = moments[LAST];
        courses[1].alive[i - 1] = ALIVE;
    }
    for (uint32_t i = 1; i <= ALIVE; i++) {
        accounts[i] = (struct ledger_account){ .state = LEDGER_ACCOUNT_BORN,
                                               .type = 1,
                                               .birth = 5,
                                               .references = 1,
                                               .serial = serial(i) };
    }
    ledger.views[LEDGER_ACCOUNTS] = (struct ledger_view){ accounts, 1 + ALIVE };
    ledger.views[LEDGER_MOMENTS] =
        (struct ledger_view){ moments, 1 + LAST + idle };
    ledger.views[LEDGER_COURSES] = (struct ledger_view){ courses, 2 };
    index = course_create(&ledger);
    kind = course_of_births(index, 1, &(struct growth_birth){ 5, 0 }, 1).kind;
    course_free(index);
    return kind;
}

static enum growth_kind
kind_of_ledger(uint64_t (*serial)(uint32_t number))
{
    return kind_with_idle(serial, 0);
}

static uint64_t
from_begin_to_end(uint32_t number)
{
    return 1000 + 25 * number;
}

static uint64_t
in_the_last_round(uint32_t number)
{
    return 5700 + number;
}

static uint64_t
after_the_last_moment(uint32_t number)
{
    return 6000 + number;
}

START_TEST(the_same_objects_are_there_at_the_end)
{
    ck_assert_int_eq(kind_of_ledger(from_begin_to_end), GROWTH_LINEAR);
    ck_assert_int_eq(kind_of_ledger(in_the_last_round), GROWTH_UNKNOWN);
    ck_assert_int_eq(kind_of_ledger(after_the_last_moment), GROWTH_LINEAR);
}
END_TEST

START_TEST(moments_without_work_between_them_are_one)
{
    ck_assert_int_eq(kind_with_idle(from_begin_to_end, 4), GROWTH_LINEAR);
    ck_assert_int_eq(kind_with_idle(in_the_last_round, 4), GROWTH_UNKNOWN);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("course");
    TCase *measure = tcase_create("measure");

    tcase_add_test(measure, what_grows_evenly_to_the_end_is_a_line);
    tcase_add_test(measure, what_begins_between_moments_far_apart_is_a_line);
    tcase_add_test(measure, what_is_emptied_between_moments_does_not_grow);
    tcase_add_test(measure, the_same_objects_are_there_at_the_end);
    tcase_add_test(measure, moments_without_work_between_them_are_one);
    tcase_add_test(measure, what_a_program_has_is_none);
    tcase_add_test(measure, moments_need_not_be_evenly_spread);
    tcase_add_test(measure, without_moments_nothing_is_said);
    suite_add_tcase(suite, measure);
    return unit_run(suite);
}
