/* Looks at the count of one object in static data, among objects that live. */
#include "probe/images/rising.h"
#include "unit.h"

#include <check.h>

enum { COUNT = 1000, ALIVE = 50000, LOOKS = 4 * RISING_LOOKS };

static struct rising rising;
static int64_t count;
static uint64_t alive;

static void
set_up(void)
{
    rising = (struct rising){ 0 };
    count = COUNT;
    alive = ALIVE;
}

typedef bool look_fn(struct rising *rising, int64_t count, uint64_t alive);

/* So many looks, before each of which that much was made. Whether one says
   that it rises. */
static bool
look_by(look_fn *one, int looks, int64_t references, int64_t objects)
{
    bool rises = false;

    for (int i = 0; i < looks; i++) {
        count += references;
        alive += (uint64_t)objects;
        rises |= one(&rising, count, alive);
    }
    return rises;
}

static bool
look(int looks, int64_t references, int64_t objects)
{
    return look_by(rising_look, looks, references, objects);
}

/* Of looks that are closer to each other. */
static bool
look_closely(int looks, int64_t references, int64_t objects)
{
    return look_by(rising_look_closely, looks, references, objects);
}

/* Of looks soon after imports. */
static bool
look_early(int looks, int64_t references, int64_t objects)
{
    return look_by(rising_look_early, looks, references, objects);
}

START_TEST(a_count_that_rises_by_itself_is_seen)
{
    ck_assert(!look(RISING_LOOKS, 10, 0));
    ck_assert(look(1, 10, 0));
}
END_TEST

START_TEST(a_count_that_rises_with_what_is_made_is_not)
{
    ck_assert(!look(LOOKS, 100, 100 * RISING_OBJECTS));
    ck_assert(look(LOOKS, 100, 100 * RISING_OBJECTS - 1));
}
END_TEST

START_TEST(a_leak_behind_an_import_is_seen_as_soon_as_one_without)
{
    ck_assert(!look(LOOKS, 5000, 100000));
    ck_assert(look(2 * (RISING_LOOKS + 1), 10, 0));
}
END_TEST

START_TEST(a_count_that_falls_now_and_then_does_not_rise)
{
    for (int i = 0; i < LOOKS; i++) {
        ck_assert(!look(RISING_LOOKS - 1, 10, 0));
        ck_assert(!look(1, -1, 0));
    }
}
END_TEST

START_TEST(a_count_that_rises_very_much_is_seen_soon)
{
    ck_assert(!look_closely(RISING_CLOSE_LOOKS, 300, 0));
    ck_assert(look_closely(1, 300, 0));
}
END_TEST

START_TEST(what_rises_less_is_left_to_the_other_looks)
{
    ck_assert(!look_closely(LOOKS, RISING_MUCH / RISING_CLOSE_LOOKS - 1, 0));
    ck_assert(!look_closely(1, -1, 0));
    ck_assert(!look_closely(LOOKS, 300, 300 / RISING_OF_ONE));
    ck_assert(!look_closely(1, 10000, 0)); /* once */
    ck_assert(!look_closely(1, -1, 0));
    ck_assert(!look_closely(RISING_CLOSE_LOOKS - 1, 300, 0));
}
END_TEST

START_TEST(soon_after_imports_few_looks_are_enough_where_nothing_is_made)
{
    ck_assert(!look_early(RISING_CLOSE_LOOKS, 10, 0));
    ck_assert(look_early(1, 10, 0));
}
END_TEST

START_TEST(soon_after_imports_what_is_made_explains_as_well)
{
    ck_assert(!look_early(RISING_LOOKS, 10, 10));
    ck_assert(look_early(1, 10, 10));
    set_up();
    ck_assert(!look_early(LOOKS, 10, 10 * RISING_OBJECTS));
}
END_TEST

START_TEST(a_few_references_are_no_leak)
{
    ck_assert(!look(RISING_LEAST, 1, 0));
    ck_assert(look(1, 1, 0));
}
END_TEST

START_TEST(objects_that_die_explain_nothing)
{
    ck_assert(look(RISING_LOOKS + 1, 10, -100));
}
END_TEST

START_TEST(it_goes_on_while_it_rises_now_and_then)
{
    rising_begin(&rising, count, alive);
    for (int i = 0; i < LOOKS; i++) {
        count += i % RISING_LOOKS == 0 ? RISING_LEAST : 0;
        ck_assert(rising_goes_on(&rising, count, alive));
    }
}
END_TEST

START_TEST(it_does_not_go_on_once_objects_explain_it)
{
    bool goes_on = true;

    rising_begin(&rising, count, alive);
    for (int i = 0; i <= RISING_LOOKS; i++) {
        count += RISING_LEAST;
        alive += (uint64_t)RISING_LEAST * RISING_OBJECTS;
        goes_on = rising_goes_on(&rising, count, alive);
    }
    ck_assert(!goes_on);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("rising");
    TCase *tests = tcase_create("looks");

    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(tests, a_count_that_rises_by_itself_is_seen);
    tcase_add_test(tests, a_count_that_rises_with_what_is_made_is_not);
    tcase_add_test(tests,
                   a_leak_behind_an_import_is_seen_as_soon_as_one_without);
    tcase_add_test(tests, a_count_that_falls_now_and_then_does_not_rise);
    tcase_add_test(tests, a_count_that_rises_very_much_is_seen_soon);
    tcase_add_test(tests, what_rises_less_is_left_to_the_other_looks);
    tcase_add_test(
        tests, soon_after_imports_few_looks_are_enough_where_nothing_is_made);
    tcase_add_test(tests, soon_after_imports_what_is_made_explains_as_well);
    tcase_add_test(tests, a_few_references_are_no_leak);
    tcase_add_test(tests, objects_that_die_explain_nothing);
    tcase_add_test(tests, it_goes_on_while_it_rises_now_and_then);
    tcase_add_test(tests, it_does_not_go_on_once_objects_explain_it);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
