#include "ledger/marks.h"

#include <check.h>
#include <stdlib.h>

#include "plain_store.h"
#include "unit.h"

enum { CLASSES_MAX = PLAIN_TABLE_BYTES / sizeof(struct ledger_class) };

static struct store store;
static struct marks marks;

static void
set_up(void)
{
    uint32_t slots = SLOTS_FIRST;

    plain_store_make(&store);
    while (slots < 2 * CLASSES_MAX) {
        slots *= 2;
    }
    marks = (struct marks){ .store = &store };
    slots_init(&marks.classes, calloc(slots, sizeof(uint32_t)), slots - 1);
    marks.states = calloc(CLASSES_MAX, sizeof *marks.states);
    marks.types = calloc(PLAIN_TABLE_BYTES / sizeof(struct ledger_type),
                         sizeof *marks.types);
}

static void
tear_down(void)
{
    free(marks.classes.at);
    free(marks.states);
    free(marks.types);
    plain_store_free(&store);
}

static struct ledger_account *
add_account(uint32_t type, uint32_t birth, int64_t references)
{
    struct ledger_account *account =
        store_account(&store, store_add(&store, LEDGER_ACCOUNTS, 1));

    account->state = LEDGER_ACCOUNT_BORN;
    account->type = type;
    account->birth = birth;
    account->references = references;
    return account;
}

static uint32_t
take(void)
{
    return marks_take(&marks, (struct ledger_checkpoint){ .realtime_ns = 7 });
}

static uint64_t
used(uint32_t table)
{
    return *store.tables[table].used;
}

static void
expect_mark(uint32_t index, uint32_t checkpoint, uint64_t alive,
            int64_t references)
{
    const struct ledger_mark *mark = store_mark(&store, index);

    ck_assert_uint_lt(index, used(LEDGER_MARKS));
    ck_assert_uint_eq(mark->checkpoint, checkpoint);
    ck_assert_uint_eq(mark->alive, alive);
    ck_assert_int_eq(mark->references, references);
}

START_TEST(objects_born_alike_are_one_class)
{
    add_account(1, 5, 1);
    add_account(1, 5, 2);
    add_account(1, 6, 1);
    add_account(2, 5, 1);
    store.header->births = 4;
    ck_assert_uint_eq(take(), 1);
    ck_assert_uint_eq(used(LEDGER_CLASSES), 4);
    expect_mark(1, 1, 2, 3);
    expect_mark(2, 1, 1, 1);
    expect_mark(3, 1, 1, 1);
    ck_assert_uint_eq(store_checkpoint(&store, 1)->alive, 4);
    ck_assert_int_eq(store_checkpoint(&store, 1)->references, 5);
    ck_assert_uint_eq(store_checkpoint(&store, 1)->births, 4);
    ck_assert_uint_eq(store_checkpoint(&store, 1)->realtime_ns, 7);
}
END_TEST

START_TEST(only_what_changed_is_marked)
{
    struct ledger_account *gone = add_account(1, 5, 1);

    add_account(1, 6, 1);
    take();
    ck_assert_uint_eq(used(LEDGER_MARKS), 3);
    ck_assert_uint_eq(take(), 2);
    ck_assert_uint_eq(used(LEDGER_MARKS), 3);
    gone->state = LEDGER_ACCOUNT_FREE;
    ck_assert_uint_eq(take(), 3);
    ck_assert_uint_eq(used(LEDGER_MARKS), 4);
    expect_mark(3, 3, 0, 0);
}
END_TEST

START_TEST(references_alone_are_a_change)
{
    struct ledger_account *account = add_account(1, 5, 1);

    take();
    account->references = 9;
    take();
    expect_mark(2, 2, 1, 9);
}
END_TEST

START_TEST(adopted_objects_stand_alone)
{
    add_account(1, 0, 3)->state = LEDGER_ACCOUNT_ADOPTED;
    add_account(1, 0, 4)->state = LEDGER_ACCOUNT_ADOPTED;
    take();
    expect_mark(1, 1, 1, 3);
    expect_mark(2, 1, 1, 4);
    ck_assert_uint_eq(store_class(&store, 2)->account, 2);
}
END_TEST

START_TEST(what_is_dying_is_not_alive)
{
    add_account(1, 5, 0);
    take();
    ck_assert_uint_eq(used(LEDGER_MARKS), 1);
    ck_assert_uint_eq(store_checkpoint(&store, 1)->alive, 0);
}
END_TEST

START_TEST(a_checkpoint_without_room_leaves_nothing_behind)
{
    struct ledger_account *account = add_account(1, 5, 1);
    uint64_t marks_limit = store.tables[LEDGER_MARKS].limit;

    take();
    account->references = 2;
    store.tables[LEDGER_MARKS].limit = used(LEDGER_MARKS);
    ck_assert_uint_eq(take(), 0);
    ck_assert_uint_eq(store.header->checkpoints_dropped, 1);
    ck_assert_uint_eq(used(LEDGER_CHECKPOINTS), 2);
    ck_assert_uint_eq(used(LEDGER_MARKS), 2);
    store.tables[LEDGER_MARKS].limit = marks_limit;
    store.tables[LEDGER_CHECKPOINTS].limit = 2;
    ck_assert_uint_eq(take(), 0);
    ck_assert_uint_eq(used(LEDGER_MARKS), 2);
    store.tables[LEDGER_CHECKPOINTS].limit = 100;
    ck_assert_uint_eq(take(), 2);
    expect_mark(2, 2, 1, 2);
}
END_TEST

START_TEST(many_classes_are_still_found)
{
    for (uint32_t i = 1; i <= 3 * SLOTS_FIRST; i++) {
        add_account(1, i, 1);
    }
    take();
    take();
    ck_assert_uint_eq(used(LEDGER_CLASSES), 3 * SLOTS_FIRST + 1);
    ck_assert_uint_eq(used(LEDGER_MARKS), 3 * SLOTS_FIRST + 1);
}
END_TEST

static void
pass(struct ledger_account *account, int64_t in, bool anew)
{
    take();
    marks_enter(&marks, anew);
    account->references += in;
    take();
    marks_leave(&marks);
}

START_TEST(what_grows_with_each_pass_is_growing)
{
    struct ledger_account *account = add_account(1, 5, 1);

    store_add(&store, LEDGER_TYPES, 1);
    pass(account, 1, true);
    ck_assert_uint_eq(marks_growing(&marks), 0); /* once is no line */
    account->references -= 1;                    /* ... outside */
    pass(account, 1, false);
    pass(account, 2, false);
    ck_assert_uint_eq(marks_growing(&marks), 2); /* a class and its type */
    pass(account, 0, true);
    pass(account, 0, false);
    ck_assert_uint_eq(marks_growing(&marks), 0);
}
END_TEST

START_TEST(what_grew_once_or_fell_again_is_not_growing)
{
    struct ledger_account *account = add_account(1, 5, 10);

    store_add(&store, LEDGER_TYPES, 1);
    pass(account, 100, true);
    pass(account, 0, false);
    pass(account, 0, false);
    ck_assert_uint_eq(marks_growing(&marks), 0);
    pass(account, 1, true);
    pass(account, -1, false);
    pass(account, 1, false);
    ck_assert_uint_eq(marks_growing(&marks), 0);
}
END_TEST

START_TEST(a_type_grows_whatever_its_classes_do)
{
    store_add(&store, LEDGER_TYPES, 1);
    for (uint32_t i = 0; i < 4; i++) {
        pass(add_account(1, 10 + i, 0), 1, i == 0);
    }
    ck_assert_uint_eq(marks_growing(&marks), 1);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("marks");
    TCase *test = tcase_create("marks");

    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_test(test, objects_born_alike_are_one_class);
    tcase_add_test(test, only_what_changed_is_marked);
    tcase_add_test(test, references_alone_are_a_change);
    tcase_add_test(test, adopted_objects_stand_alone);
    tcase_add_test(test, what_is_dying_is_not_alive);
    tcase_add_test(test, a_checkpoint_without_room_leaves_nothing_behind);
    tcase_add_test(test, many_classes_are_still_found);
    tcase_add_test(test, what_grows_with_each_pass_is_growing);
    tcase_add_test(test, what_grew_once_or_fell_again_is_not_growing);
    tcase_add_test(test, a_type_grows_whatever_its_classes_do);
    suite_add_tcase(suite, test);
    return unit_run(suite);
}
