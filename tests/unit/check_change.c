/* Changes that are none of an account's: what the hooks leave alone. */
#include "cpython/layout.h"
#include "plain_store.h"
#include "probe/event/change.h"
#include "probe/state/recorder.h"
#include "unit.h"

#include <check.h>

enum { ACCOUNT = 1, SITE = 1 };

static int64_t object[2] = { 72, 0 };

static void
set_up(void)
{
    plain_store_make(&recorder.store);
    recorder.layout = &layout_3_10;
    ck_assert_uint_eq(store_add(&recorder.store, LEDGER_SITES, 1), SITE);
    ck_assert_uint_eq(store_add(&recorder.store, LEDGER_ACCOUNTS, 1), ACCOUNT);
    *store_account(&recorder.store, ACCOUNT) = (struct ledger_account){
        .object = (uint64_t)(uintptr_t)object,
        .references = 1,
        .state = LEDGER_ACCOUNT_ADOPTED,
        .flags = LEDGER_ACCOUNT_UNSEEN,
    };
}

static void
tear_down(void)
{
    plain_store_free(&recorder.store);
}

/* The small table's counter is that of a tracked object as well. */
START_TEST(an_object_that_is_only_looked_at_misses_no_change)
{
    struct hook_frame frame = { .site = SITE,
                                .address = (uint64_t)(uintptr_t)object };

    ck_assert(change_known(NULL, ACCOUNT, &frame, 0, false));
    ck_assert_uint_eq(recorder.store.header->changes_missed, 0);
    ck_assert_uint_eq(recorder.store.header->changes_seen, 0);
    ck_assert_int_eq(store_account(&recorder.store, ACCOUNT)->references, 1);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("change");
    TCase *tests = tcase_create("change");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, an_object_that_is_only_looked_at_misses_no_change);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
