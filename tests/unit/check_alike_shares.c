/* Whose the objects are of which only their kind is known. */
#include "report/detect/alike_shares.h"
#include "report/evidence/growth.h"
#include "report/evidence/owners.h"
#include "unit.h"

#include <check.h>

/* Of one kind five records are of class 1, and one of class 6; the kind of the
 * seventh is not known; of another kind there is one, and what was only counted.
 * Of the fourth kind a half died; of those of its class 9 each has an account, and
 * one that stands for many is of class 13. */
enum { RECORDS = 14, KINDS = 5 };
static struct ledger_owned owned[RECORDS] = {
    [1] = { .type = 1, .birth = 5, .kind = 1 },
    [2] = { .type = 1, .birth = 5, .kind = 1 },
    [3] = { .type = 1, .birth = 6, .kind = 1 },
    [4] = { .type = 1, .birth = 6, .kind = 1 },
    [5] = { .type = 1, .birth = 7, .kind = 1 },
    [6] = { .type = 1, .birth = 7, .kind = 1 },
    [7] = { .type = 1, .birth = 7 },
    [8] = { .type = 2, .birth = 8, .kind = 3 },
    [9] = { .kind = 4, .account = 1, .serial = 1 },
    [10] = { .kind = 4, .account = 2, .serial = 2 },
    [11] = { .kind = 4, .account = 3, .serial = 3 },
    [12] = { .kind = 4, .account = 4, .serial = 4 },
    [13] = { .kind = 4, .account = 5, .serial = 5 },
};
static const uint32_t classes[RECORDS] = { 0, 1, 1, 1, 1, 1, 6,
                                           6, 8, 9, 9, 9, 9, 13 };
enum { ACCOUNTS = 6 };
static struct ledger_account accounts[ACCOUNTS] = {
    [1] = { .serial = 1 },
    [2] = { .serial = 2 },
    [3] = { .serial = 3 },
    [4] = { .serial = 4 },
    [5] = { .serial = 5, .sampling = 5 },
};
static struct ledger_kind kinds[KINDS] = {
    [1] = { .type = 1, .birth = 7 },
    [2] = { .type = 1, .birth = 7 },
    [3] = { .type = 2, .birth = 8, .counted = 100 },
    [4] = { .birth = 9, .births = 64, .alive = 32 },
};
static struct ledger ledger;
static struct inputs inputs = { .ledger = &ledger };
static struct alike_shares *shares;

static void
set_up(void)
{
    ledger.views[LEDGER_OWNED] = (struct ledger_view){ owned, RECORDS };
    ledger.views[LEDGER_ACCOUNTS] = (struct ledger_view){ accounts, ACCOUNTS };
    ledger.views[LEDGER_KINDS] = (struct ledger_view){ kinds, KINDS };
    inputs.growth = growth_create(&ledger, NULL);
    shares = alike_shares_create(&inputs, classes);
}

static void
tear_down(void)
{
    alike_shares_free(shares);
    growth_free(inputs.growth);
}

START_TEST(what_was_only_counted_goes_with_most_of_its_kind)
{
    ck_assert_uint_eq(alike_shares_largest(shares, 1), 1);
}
END_TEST

START_TEST(a_kind_without_records_is_nobodys)
{
    ck_assert_uint_eq(alike_shares_largest(shares, 2), 0);
}
END_TEST

START_TEST(few_of_a_kind_say_nothing_of_how_it_grew)
{
    ck_assert(alike_shares_fair(shares, 5));
    ck_assert(!alike_shares_fair(shares, 6));
}
END_TEST

START_TEST(one_record_says_nothing_of_many_without)
{
    ck_assert(!alike_shares_fair(shares, 8));
    kinds[3].counted = 0;
    ck_assert(alike_shares_fair(shares, 8));
}
END_TEST

START_TEST(few_records_may_stand_for_most)
{
    ck_assert_uint_eq(owners_stand_for(&ledger, &owned[9]), 1);
    ck_assert_uint_eq(owners_stand_for(&ledger, &owned[13]), 16);
    ck_assert_uint_eq(alike_shares_largest(shares, 4), 13);
    ck_assert(alike_shares_fair(shares, 13));
    ck_assert(!alike_shares_fair(shares, 9));
}
END_TEST

START_TEST(an_account_that_another_object_has_by_now_says_nothing)
{
    accounts[5].serial = 6;
    ck_assert_uint_eq(owners_stand_for(&ledger, &owned[13]), 1);
}
END_TEST

START_TEST(what_is_of_no_kind_stands_for_itself)
{
    ck_assert(alike_shares_fair(shares, 7));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("alike_shares");
    TCase *tables = tcase_create("tables");

    tcase_add_checked_fixture(tables, set_up, tear_down);
    tcase_add_test(tables, what_was_only_counted_goes_with_most_of_its_kind);
    tcase_add_test(tables, a_kind_without_records_is_nobodys);
    tcase_add_test(tables, few_of_a_kind_say_nothing_of_how_it_grew);
    tcase_add_test(tables, one_record_says_nothing_of_many_without);
    tcase_add_test(tables, few_records_may_stand_for_most);
    tcase_add_test(tables,
                   an_account_that_another_object_has_by_now_says_nothing);
    tcase_add_test(tables, what_is_of_no_kind_stands_for_itself);
    suite_add_tcase(suite, tables);
    return unit_run(suite);
}
