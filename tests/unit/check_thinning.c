/* Births of invented classes: which are recorded, and when all are again. */
#include "plain_store.h"
#include "probe/admission/thinning.h"
#include "probe/state/recorder.h"
#include "unit.h"

#include <check.h>

enum { LIVES = 100000, ROUND = 20000 };

static uint32_t next_account;

static void
set_up(void)
{
    plain_store_make(&recorder.store);
    recorder.options.sample = OPTIONS_SAMPLE_AUTO;
    ck_assert(thinning_init());
    for (next_account = 1; next_account < 3; next_account++) {
        ck_assert_uint_ne(store_add(&recorder.store, LEDGER_ACCOUNTS, 1), 0);
    }
    next_account = 1;
}

static void
tear_down(void)
{
    plain_store_free(&recorder.store);
}

/* Of so many births, the objects they stand for; each dies but every nth. */
static uint64_t
live(struct birth_class *births, uint32_t count, uint32_t nth, uint32_t *kept)
{
    uint64_t stood_for = 0;

    *kept = 0;
    for (uint32_t i = 1; i <= count; i++) {
        if (!thinning_keeps(births)) {
            continue;
        }
        thinning_born(births, next_account);
        stood_for += (uint64_t)1
                     << store_account(&recorder.store, next_account)->sampling;
        ++*kept;
        if (nth == 0 || i % nth != 0) {
            thinning_gone(next_account);
        }
        next_account = next_account == 1 ? 2 : 1;
    }
    return stood_for;
}

START_TEST(a_class_whose_objects_die_is_thinned)
{
    uint32_t kept;
    uint64_t stood_for = live(thinning_class(1, 2, 3), LIVES, 0, &kept);

    ck_assert_uint_lt(kept, LIVES / 8);
    /* Those that are kept stand for all. */
    ck_assert_uint_gt(stood_for, LIVES / 10 * 9);
    ck_assert_uint_lt(stood_for, LIVES / 10 * 11);
}
END_TEST

START_TEST(a_class_whose_objects_stay_is_recorded_completely)
{
    uint32_t kept;

    live(thinning_class(1, 2, 3), LIVES, 1, &kept);
    ck_assert_uint_eq(kept, LIVES);
}
END_TEST

/* One of a thousand is missed at first; being wrong teaches patience. */
START_TEST(a_few_that_stay_are_enough_in_the_end)
{
    struct birth_class *births = thinning_class(1, 2, 3);
    uint32_t kept;

    live(births, 5 * LIVES, 1000, &kept);
    live(births, LIVES, 1000, &kept);
    ck_assert_uint_eq(kept, LIVES);
}
END_TEST

START_TEST(a_class_that_begins_to_leak_is_recorded_completely_again)
{
    struct birth_class *births = thinning_class(1, 2, 3);
    uint32_t kept;

    live(births, LIVES, 0, &kept);
    live(births, 2 * ROUND, 100, &kept);
    live(births, ROUND, 100, &kept);
    ck_assert_uint_eq(kept, ROUND);
}
END_TEST

START_TEST(classes_are_told_apart)
{
    struct birth_class *births = thinning_class(1, 2, 3);

    ck_assert_ptr_eq(thinning_class(1, 2, 3), births);
    ck_assert_ptr_ne(thinning_class(4, 2, 3), births);
    ck_assert_ptr_ne(thinning_class(1, 4, 3), births);
    ck_assert_ptr_ne(thinning_class(1, 2, 4), births);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("thinning");
    TCase *tests = tcase_create("thinning");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_class_whose_objects_die_is_thinned);
    tcase_add_test(tests, a_class_whose_objects_stay_is_recorded_completely);
    tcase_add_test(tests, a_few_that_stay_are_enough_in_the_end);
    tcase_add_test(tests,
                   a_class_that_begins_to_leak_is_recorded_completely_again);
    tcase_add_test(tests, classes_are_told_apart);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
