#include "ledger/rises.h"

#include <check.h>
#include <stdlib.h>

#include "plain_store.h"
#include "unit.h"

enum { OBJECTS = 160, CHANGES = 16000 };

static struct store store;
static struct ticks ticks;
static uint32_t numbers[OBJECTS + 1];

static void
set_up(void)
{
    plain_store_make(&store);
    ticks = (struct ticks){ 0 };
    ck_assert_uint_eq(store_add(&store, LEDGER_KINDS, 1), 1);
    *store_kind(&store, 1) =
        (struct ledger_kind){ .births = OBJECTS, .alive = OBJECTS };
}

static void
tear_down(void)
{
    plain_store_free(&store);
}

/* Born each hundred changes; each `apart`th has an account, but for those of the
 * gap. */
static void
add_objects_but(uint32_t apart, uint32_t count, uint32_t gap, uint32_t gap_end)
{
    for (uint32_t n = 1; n <= OBJECTS; n++) {
        if (n % apart == 0 && n <= count && (n < gap || n >= gap_end)) {
            uint32_t account = store_add(&store, LEDGER_ACCOUNTS, 1);

            ck_assert_uint_ne(store_add(&store, LEDGER_PENDING, 1), 0);
            *store_account(&store, account) = (struct ledger_account){
                .state = LEDGER_ACCOUNT_BORN, .references = 1, .serial = account
            };
            store_pending(&store, account)->kind = 1;
            numbers[account] = n;
        }
        ticks_add(&ticks,
                  (struct tick){ n * (CHANGES / OBJECTS),
                                 *store.tables[LEDGER_ACCOUNTS].used - 1 });
    }
    rises_write(&store, &ticks, numbers);
}

static void
add_objects(uint32_t apart, uint32_t count)
{
    add_objects_but(apart, count, 0, 0);
}

static uint64_t
count(void)
{
    return *store.tables[LEDGER_RISES].used - 1;
}

/* Of all, at each point, so many were born, but for a few. */
static void
expect_even(uint32_t few)
{
    const struct ledger_rise *rise = store_rise(&store, 1);

    ck_assert_uint_eq(count(), 1);
    ck_assert_uint_eq(rise->kind, 1);
    ck_assert_uint_eq(rise->end, CHANGES);
    for (uint32_t p = 0; p < LEDGER_RISE_POINTS; p++) {
        uint32_t born = OBJECTS * (p + 1) / LEDGER_RISE_POINTS;

        ck_assert_uint_ge(rise->born[p] + few, born);
        ck_assert_uint_le(rise->born[p], born + few);
    }
}

START_TEST(those_that_live_tell_when_they_were_born)
{
    add_objects(1, OBJECTS);
    expect_even(2);
}
END_TEST

START_TEST(those_with_accounts_tell_of_the_others)
{
    add_objects(8, OBJECTS);
    expect_even(10);
}
END_TEST

START_TEST(where_none_has_an_account_they_came_evenly)
{
    add_objects_but(8, OBJECTS, OBJECTS / 4, OBJECTS * 3 / 4);
    expect_even(10);
}
END_TEST

START_TEST(the_last_ones_came_as_fast_as_those_before)
{
    const struct ledger_rise *rise;

    add_objects(1, OBJECTS / 2);
    rise = store_rise(&store, 1);
    ck_assert_uint_eq(count(), 1);
    ck_assert_uint_eq(rise->born[LEDGER_RISE_POINTS - 1], OBJECTS);
    ck_assert_uint_lt(rise->born[LEDGER_RISE_POINTS / 2], OBJECTS * 3 / 4);
}
END_TEST

START_TEST(where_objects_died_nobody_knows_how_many_there_were)
{
    store_kind(&store, 1)->births = OBJECTS * 2;
    add_objects(1, OBJECTS);
    ck_assert_uint_eq(count(), 0);
}
END_TEST

START_TEST(they_are_written_anew)
{
    add_objects(1, OBJECTS);
    rises_write(&store, &ticks, numbers);
    expect_even(2);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("rises");
    TCase *tests = tcase_create("rises");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, those_that_live_tell_when_they_were_born);
    tcase_add_test(tests, those_with_accounts_tell_of_the_others);
    tcase_add_test(tests, where_none_has_an_account_they_came_evenly);
    tcase_add_test(tests, the_last_ones_came_as_fast_as_those_before);
    tcase_add_test(tests, where_objects_died_nobody_knows_how_many_there_were);
    tcase_add_test(tests, they_are_written_anew);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
