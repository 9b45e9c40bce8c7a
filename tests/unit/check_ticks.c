#include "ledger/ticks.h"

#include <check.h>
#include <string.h>

#include "unit.h"

static struct ticks ticks;

static void
set_up(void)
{
    memset(&ticks, 0, sizeof ticks);
}

/* One account is opened each ten changes, and a tick is each hundred. */
static void
add_until(uint64_t changes)
{
    for (uint64_t at = 100; at <= changes; at += 100) {
        ticks_add(&ticks, (struct tick){ at, at / 10 });
    }
}

START_TEST(a_tick_says_when_an_account_had_been_opened)
{
    ck_assert_uint_eq(ticks_changes(&ticks, 1), 0);
    add_until(1000);
    ck_assert_uint_eq(ticks_changes(&ticks, 1), 100);
    ck_assert_uint_eq(ticks_changes(&ticks, 10), 100);
    ck_assert_uint_eq(ticks_changes(&ticks, 11), 200);
    ck_assert_uint_eq(ticks_changes(&ticks, 1000), 1000);
}
END_TEST

START_TEST(however_long_it_takes_the_latest_are_close_together)
{
    enum { CHANGES = 40000000 };

    add_until(CHANGES);
    ck_assert_uint_le(ticks.count, TICKS_MAX);
    ck_assert_uint_eq(ticks.at[0].changes, 100);
    for (uint32_t i = 1; i < ticks.count; i++) {
        uint64_t apart = ticks.at[i].changes - ticks.at[i - 1].changes;
        uint64_t past = CHANGES - ticks.at[i].changes;

        ck_assert_uint_ge(apart, 100);
        ck_assert_uint_le(apart, 100 + 2 * past / TICKS_SHARE);
    }
    ck_assert_uint_eq(ticks_changes(&ticks, (CHANGES - 5000) / 10),
                      CHANGES - 5000);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("ticks");
    TCase *tests = tcase_create("ticks");

    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(tests, a_tick_says_when_an_account_had_been_opened);
    tcase_add_test(tests, however_long_it_takes_the_latest_are_close_together);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
