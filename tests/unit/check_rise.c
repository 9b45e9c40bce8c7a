#include "report/evidence/rise.h"

#include <check.h>

#include "unit.h"

enum { EACH = 25 };

static struct ledger_rise rises[3];
static struct ledger_header header;
static struct ledger ledger = { .header = &header };
static const struct growth_birth births[] = { { 5, 1 }, { 6, 2 } };

/* Of kind 1 so many come in each part, from `begin` to the end of the run. */
static void
set_up(void)
{
    header = (struct ledger_header){ 0 };
    rises[1] = (struct ledger_rise){ .kind = 1, .begin = 900, .end = 1000 };
    rises[2] = (struct ledger_rise){ .kind = 2, .begin = 900, .end = 1000 };
    for (uint32_t p = 0; p < LEDGER_RISE_POINTS; p++) {
        rises[1].born[p] = EACH * (p + 1);
    }
    ledger.views[LEDGER_RISES] = (struct ledger_view){ rises, 3 };
}

static struct growth_line
line(size_t count)
{
    return rise_of_births(&ledger, births, count);
}

START_TEST(what_was_born_evenly_to_the_end_grows)
{
    struct growth_line found = line(1);

    ck_assert_int_eq(found.kind, GROWTH_LINEAR);
    ck_assert_double_eq_tol(found.share, .1, 1e-9);
    ck_assert_double_eq_tol(found.last, EACH * LEDGER_RISE_POINTS, 1e-9);
}
END_TEST

START_TEST(what_was_made_first_does_not_grow)
{
    for (uint32_t p = 8; p < LEDGER_RISE_POINTS; p++) {
        rises[1].born[p] = rises[1].born[7];
    }
    ck_assert_int_eq(line(1).kind, GROWTH_UNKNOWN);
}
END_TEST

START_TEST(what_was_made_at_the_end_does_not_grow)
{
    for (uint32_t p = 0; p < 12; p++) {
        rises[1].born[p] = 0;
    }
    ck_assert_int_eq(line(1).kind, GROWTH_UNKNOWN);
    set_up();
    rises[1].begin = 9999500;
    rises[1].end = 10000000;
    ck_assert_int_eq(line(1).kind, GROWTH_UNKNOWN);
}
END_TEST

/* An import comes before what the program is there for. */
START_TEST(after_a_large_import_little_is_much)
{
    rises[1].begin = 9999500;
    rises[1].end = 10000000;
    header.changes_importing = 9900000;
    ck_assert_int_eq(line(1).kind, GROWTH_LINEAR);
    ck_assert_double_eq_tol(line(1).share, .00005, 1e-9);
    header.changes_importing = 9000000;
    ck_assert_int_eq(line(1).kind, GROWTH_UNKNOWN);
}
END_TEST

START_TEST(two_kinds_grow_together)
{
    rises[2].begin = 950;
    for (uint32_t p = 0; p < LEDGER_RISE_POINTS; p++) {
        rises[2].born[p] = EACH * (p + 1) / 2;
        if (p >= 8) {
            rises[1].born[p] = rises[1].born[7];
        }
    }
    ck_assert_int_eq(line(1).kind, GROWTH_UNKNOWN);
    ck_assert_int_eq(line(2).kind, GROWTH_LINEAR);
}
END_TEST

START_TEST(few_are_what_a_program_has)
{
    for (uint32_t p = 0; p < LEDGER_RISE_POINTS; p++) {
        rises[1].born[p] = 6 * (p + 1);
    }
    ck_assert_int_eq(line(1).kind, GROWTH_UNKNOWN);
}
END_TEST

START_TEST(where_nothing_is_known_nothing_is_said)
{
    ledger.views[LEDGER_RISES].used = 1;
    ck_assert_int_eq(line(2).kind, GROWTH_UNKNOWN);
    ledger.views[LEDGER_RISES].used = 0;
    ck_assert_int_eq(line(2).kind, GROWTH_UNKNOWN);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("rise");
    TCase *tests = tcase_create("rise");

    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(tests, what_was_born_evenly_to_the_end_grows);
    tcase_add_test(tests, what_was_made_first_does_not_grow);
    tcase_add_test(tests, what_was_made_at_the_end_does_not_grow);
    tcase_add_test(tests, after_a_large_import_little_is_much);
    tcase_add_test(tests, two_kinds_grow_together);
    tcase_add_test(tests, few_are_what_a_program_has);
    tcase_add_test(tests, where_nothing_is_known_nothing_is_said);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
