/* What a thread has begun goes on in its next turn, if nobody has ended it. */
#include "plain_store.h"
#include "probe/event/several.h"
#include "unit.h"

#include <check.h>

static struct thread_record thread;
static uint32_t account;

static struct ledger_account *
moved(void)
{
    return store_account(&recorder.store, account);
}

/* A block is being reallocated, and another thread has its turn. */
static void
set_up(void)
{
    plain_store_make(&recorder.store);
    thread = (struct thread_record){ .count = 0 };
    account = store_add(&recorder.store, LEDGER_ACCOUNTS, 1);
    *moved() =
        (struct ledger_account){ .serial = 7, .state = LEDGER_ACCOUNT_BORN };
    recorder.moving = account;
    several_leave(&thread);
    ck_assert_uint_eq(recorder.moving, 0);
}

static void
tear_down(void)
{
    plain_store_free(&recorder.store);
}

START_TEST(a_block_that_moves_moves_on)
{
    several_resume(&thread);
    ck_assert_uint_eq(recorder.moving, account);
}
END_TEST

/* A record without an account keeps its number until it is used again. */
START_TEST(what_another_thread_has_ended_does_not_move)
{
    moved()->state = LEDGER_ACCOUNT_FREE;
    several_resume(&thread);
    ck_assert_uint_eq(recorder.moving, 0);
}
END_TEST

START_TEST(what_is_another_objects_by_now_does_not_move)
{
    moved()->serial = 8;
    several_resume(&thread);
    ck_assert_uint_eq(recorder.moving, 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("several");
    TCase *tests = tcase_create("several");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_block_that_moves_moves_on);
    tcase_add_test(tests, what_another_thread_has_ended_does_not_move);
    tcase_add_test(tests, what_is_another_objects_by_now_does_not_move);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
