/* One object's long life: when its account rests, and what wakes it. */
#include "plain_store.h"
#include "probe/admission/resting.h"
#include "probe/state/recorder.h"
#include "unit.h"

#include <check.h>

enum { ACCOUNT = 1, QUIET = 16 * RESTING_PERIOD_STATIC };

static struct ledger_account *account;

static void
set_up(void)
{
    plain_store_make(&recorder.store);
    recorder.options.sample = OPTIONS_SAMPLE_AUTO;
    recorder.stack_mode = LEDGER_STACK_FULL;
    ck_assert(resting_init());
    ck_assert_uint_eq(store_add(&recorder.store, LEDGER_ACCOUNTS, 1), ACCOUNT);
    account = store_account(&recorder.store, ACCOUNT);
    *account = (struct ledger_account){ .references = 1 };
}

static void
tear_down(void)
{
    plain_store_free(&recorder.store);
}

/* As the hook does it. False: the change was only counted. */
static bool
change(int delta)
{
    int64_t references = account->references + delta;

    if (account->flags & LEDGER_ACCOUNT_RESTS) {
        if (resting_lets(ACCOUNT, references)) {
            account->references = references;
            account->changes++;
            return false;
        }
        resting_wake(ACCOUNT);
    }
    account->references = references;
    account->changes++;
    resting_changed(ACCOUNT);
    return true;
}

/* Takes and releases; returns how many of these changes were recorded. */
static uint32_t
hold(uint32_t changes)
{
    uint32_t recorded = 0;

    for (uint32_t i = 0; i < changes; i++) {
        recorded += change(i % 2 == 0 ? 1 : -1);
    }
    return recorded;
}

START_TEST(a_steady_life_rests)
{
    ck_assert_uint_lt(hold(QUIET), 4 * RESTING_PERIOD);
    ck_assert_uint_eq(hold(QUIET), 0);
    ck_assert(account->flags & LEDGER_ACCOUNT_RESTED);
}
END_TEST

START_TEST(references_that_stay_wake_it)
{
    uint32_t recorded = 0;

    hold(QUIET);
    for (uint32_t i = 0; i < 1000; i++) {
        recorded += change(1);
    }
    ck_assert_uint_ge(recorded, 1000 - RESTING_SLACK - 1);
}
END_TEST

START_TEST(references_that_are_given_up_wake_it)
{
    uint32_t recorded = 0;

    account->references = 2000;
    hold(QUIET);
    for (uint32_t i = 0; i < 1000; i++) {
        recorded += change(-1);
    }
    ck_assert_uint_ge(recorded, 1000 - RESTING_SLACK - 1);
}
END_TEST

/* One in 5,000 changes stays: far less often than it is looked at. */
START_TEST(a_slow_leak_does_not_rest_for_ever)
{
    uint32_t recorded = 0;

    for (uint32_t i = 0; i < 200; i++) {
        hold(5000);
        recorded += change(1) && i >= 100;
    }
    ck_assert_uint_eq(recorded, 100);
}
END_TEST

START_TEST(the_last_release_is_never_only_counted)
{
    hold(QUIET);
    ck_assert_int_eq(account->references, 1);
    ck_assert(change(-1));
}
END_TEST

START_TEST(what_is_watched_does_not_rest)
{
    account->flags = LEDGER_ACCOUNT_WATCHED;
    ck_assert_uint_eq(hold(QUIET), QUIET);
}
END_TEST

/* Parts of the program that use it may be quiet meanwhile. */
START_TEST(one_in_static_data_rests_later)
{
    account->state = LEDGER_ACCOUNT_ADOPTED;
    ck_assert_uint_eq(hold(4 * RESTING_PERIOD), 4 * RESTING_PERIOD);
}
END_TEST

/* It had more once, while modules were imported. */
START_TEST(one_in_static_data_rests_between_extremes_of_late)
{
    uint32_t recorded = 0;

    account->state = LEDGER_ACCOUNT_ADOPTED;
    hold(RESTING_PERIOD_STATIC);
    account->references = 1000;
    hold(RESTING_PERIOD_STATIC);
    account->references = 500;
    hold(QUIET);
    ck_assert_uint_eq(hold(QUIET), 0);
    for (uint32_t i = 0; i < 400; i++) {
        recorded += change(1);
    }
    ck_assert_uint_ge(recorded, 400 - RESTING_SLACK - 1);
}
END_TEST

static void
begin_trial(int64_t references)
{
    account->references = references;
    resting_on_trial(ACCOUNT);
    ck_assert(account->flags & LEDGER_ACCOUNT_RESTS);
}

/* As names are while a module is compiled: all of them are given back. */
START_TEST(on_trial_it_rests_while_what_is_taken_is_given_back)
{
    uint32_t recorded = 0;

    begin_trial(32);
    for (uint32_t module = 0; module < 100; module++) {
        for (uint32_t i = 0; i < 300; i++) {
            recorded += change(1);
        }
        for (uint32_t i = 0; i < 300; i++) {
            recorded += change(-1);
        }
    }
    ck_assert_uint_eq(recorded, 0);
}
END_TEST

START_TEST(on_trial_references_that_stay_wake_it)
{
    uint32_t recorded = 0;

    begin_trial(32);
    for (uint32_t i = 0; i < 200; i++) {
        hold(6);
        recorded += change(1);
    }
    ck_assert_uint_ge(recorded, 100);
}
END_TEST

/* However many come and go beside: each time, one more is left. */
START_TEST(on_trial_a_leak_among_many_that_go_wakes_it)
{
    uint32_t recorded = 0;

    begin_trial(32);
    for (uint32_t i = 0; i < 400; i++) {
        for (uint32_t k = 0; k < 50; k++) {
            recorded += change(1);
        }
        for (uint32_t k = 0; k < 49; k++) {
            change(-1);
        }
    }
    ck_assert_uint_ge(recorded, 200 * 50);
}
END_TEST

START_TEST(on_trial_the_last_release_is_recorded)
{
    begin_trial(32);
    for (uint32_t i = 0; i < 31; i++) {
        ck_assert(!change(-1));
    }
    ck_assert(change(-1));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("resting");
    TCase *tests = tcase_create("resting");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_steady_life_rests);
    tcase_add_test(tests, references_that_stay_wake_it);
    tcase_add_test(tests, references_that_are_given_up_wake_it);
    tcase_add_test(tests, a_slow_leak_does_not_rest_for_ever);
    tcase_add_test(tests, the_last_release_is_never_only_counted);
    tcase_add_test(tests, what_is_watched_does_not_rest);
    tcase_add_test(tests, one_in_static_data_rests_later);
    tcase_add_test(tests, one_in_static_data_rests_between_extremes_of_late);
    tcase_add_test(tests, on_trial_it_rests_while_what_is_taken_is_given_back);
    tcase_add_test(tests, on_trial_references_that_stay_wake_it);
    tcase_add_test(tests, on_trial_a_leak_among_many_that_go_wakes_it);
    tcase_add_test(tests, on_trial_the_last_release_is_recorded);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
