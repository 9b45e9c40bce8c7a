/* When counts in static data are looked at, soon after imports. */
#include "probe/census/early_looks.h"
#include "unit.h"

#include <check.h>

enum { TICK = 256, APART = 1 << 14, IMPORTED = 1000000 };

static struct early_looks looks;
static uint64_t changes;

static void
set_up(void)
{
    looks = (struct early_looks){ 0 };
    changes = IMPORTED;
    early_looks_tick(&looks, changes, true, APART);
}

/* One more tick. */
static enum early_look
tick(bool importing)
{
    changes += TICK;
    return early_looks_tick(&looks, changes, importing, APART);
}

/* How often one looks within so many changes. */
static unsigned
looks_within(uint64_t number)
{
    unsigned count = 0;

    for (uint64_t end = changes + number; changes < end;) {
        count += tick(false) != EARLY_LOOK_NONE;
    }
    return count;
}

START_TEST(imports_are_not_looked_at)
{
    for (int i = 0; i < 1000; i++) {
        ck_assert_int_eq(tick(true), EARLY_LOOK_NONE);
    }
}
END_TEST

START_TEST(one_begins_anew_after_an_import)
{
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(tick(false), EARLY_LOOK_NONE);
        ck_assert_int_eq(tick(false), EARLY_LOOK_ANEW);
        ck_assert_int_eq(tick(false), EARLY_LOOK);
        ck_assert_int_eq(tick(true), EARLY_LOOK_NONE);
    }
}
END_TEST

START_TEST(a_short_loop_is_looked_at_often)
{
    ck_assert_uint_ge(looks_within(5000), 10);
}
END_TEST

START_TEST(a_long_one_as_often_as_its_logarithm)
{
    unsigned first = looks_within(1 << 14), last;

    last = looks_within(1 << 14);
    ck_assert_uint_lt(last, first / 2);
    ck_assert_uint_lt(first + last, 40);
}
END_TEST

START_TEST(far_from_imports_moments_are_enough)
{
    looks_within((uint64_t)APART * EARLY_PART + TICK);
    ck_assert_uint_eq(looks_within(1 << 24), 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("early_looks");
    TCase *tests = tcase_create("looks");

    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(tests, imports_are_not_looked_at);
    tcase_add_test(tests, one_begins_anew_after_an_import);
    tcase_add_test(tests, a_short_loop_is_looked_at_often);
    tcase_add_test(tests, a_long_one_as_often_as_its_logarithm);
    tcase_add_test(tests, far_from_imports_moments_are_enough);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
