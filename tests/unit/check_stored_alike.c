/* Which objects belong together, however they were born. */
#include "report/detect/stored_alike.h"
#include "unit.h"

#include <check.h>

/* Two are born at 5 and three at 6, all stored at 9; one that is used more and
 * more is stored at 8; of others nobody knows where. Of another type two
 * classes are stored on one line in one container, by two instructions; one is
 * stored there on the next line, and one on the same line elsewhere. Of a third
 * type one line took all last: two classes that other lines made, an attribute
 * and an item of something else, and one of the items' line. */
enum { RECORDS = 14, HOLDERS = 3 };
static struct ledger_owned owned[RECORDS] = {
    [1] = { .type = 1, .birth = 5, .alike = 2, .stored = 9 },
    [2] = { .type = 1, .birth = 6, .alike = 3, .stored = 9 },
    [3] = { .type = 1, .birth = 5, .stored = 9 },
    [4] = { .type = 1, .birth = 7, .alike = 1, .stored = 8 },
    [5] = { .type = 1, .birth = 10, .alike = 1 },
    [6] = { .type = 1, .birth = 11, .alike = 1 },
    [7] = { .type = 2,
            .birth = 1,
            .alike = 4,
            .stored = 1,
            .owner_count = 1,
            .first_owner = 1,
            .stored_python = 1 },
    [8] = { .type = 2,
            .birth = 2,
            .alike = 3,
            .stored = 2,
            .owner_count = 1,
            .first_owner = 1,
            .stored_python = 2 },
    [9] = { .type = 2,
            .birth = 3,
            .alike = 2,
            .stored = 3,
            .owner_count = 1,
            .first_owner = 1,
            .stored_python = 3 },
    [10] = { .type = 2,
             .birth = 4,
             .alike = 2,
             .stored = 4,
             .owner_count = 1,
             .first_owner = 2,
             .stored_python = 2 },
    [11] = { .type = 3,
             .birth = 1,
             .alike = 5,
             .stored = 5,
             .owner_count = 1,
             .first_owner = 3,
             .born_python = 1,
             .stored_python = 4 },
    [12] = { .type = 3,
             .birth = 2,
             .alike = 3,
             .stored = 5,
             .owner_count = 1,
             .first_owner = 4,
             .born_python = 3,
             .stored_python = 4 },
    [13] = { .type = 3,
             .birth = 3,
             .alike = 2,
             .stored = 5,
             .owner_count = 1,
             .first_owner = 4,
             .born_python = 2,
             .stored_python = 4 },
};
static struct ledger_owner owners[] = {
    [1] = { .holder = 1 },
    [2] = { .holder = 2 },
    [3] = { .holder = 1, .slot_kind = LEDGER_SLOT_ITEM },
    [4] = { .holder = 2, .slot_kind = LEDGER_SLOT_ATTRIBUTE },
};
static struct ledger_holder holders[HOLDERS] = {
    [1] = { .address = 0x1000 },
    [2] = { .address = 0x2000 },
};
static struct ledger_python_node python_nodes[5] = {
    [1] = { .code = 1, .line = 12 },
    [2] = { .code = 1, .line = 12 },
    [3] = { .code = 1, .line = 13 },
    [4] = { .code = 1, .line = 20 },
};
static struct ledger_class classes[4] = {
    [1] = { .type = 1, .birth = 5 },
    [2] = { .type = 1, .birth = 6 },
    [3] = { .type = 1, .birth = 7 },
};
static struct ledger_checkpoint checkpoints[7];
static struct ledger_mark marks[12] = {
    [1] = { 2, 1, 1, 1 },  [2] = { 3, 1, 2, 2 },  [3] = { 4, 2, 1, 1 },
    [4] = { 5, 2, 2, 2 },  [5] = { 6, 2, 3, 3 },  [6] = { 1, 3, 1, 1 },
    [7] = { 2, 3, 1, 2 },  [8] = { 3, 3, 1, 3 },  [9] = { 4, 3, 1, 4 },
    [10] = { 5, 3, 1, 5 }, [11] = { 6, 3, 1, 6 },
};
static struct ledger ledger;
static struct inputs inputs = { .ledger = &ledger };
static struct stored_alike *alike;

static void
set_up(void)
{
    for (int i = 1; i < 7; i++) {
        checkpoints[i].realtime_ns = 1;
    }
    ledger.views[LEDGER_OWNED] = (struct ledger_view){ owned, RECORDS };
    ledger.views[LEDGER_OWNERS] = (struct ledger_view){ owners, 5 };
    ledger.views[LEDGER_HOLDERS] = (struct ledger_view){ holders, HOLDERS };
    ledger.views[LEDGER_PYTHON_NODES] = (struct ledger_view){ python_nodes, 5 };
    ledger.views[LEDGER_CLASSES] = (struct ledger_view){ classes, 4 };
    ledger.views[LEDGER_CHECKPOINTS] = (struct ledger_view){ checkpoints, 7 };
    ledger.views[LEDGER_MARKS] = (struct ledger_view){ marks, 12 };
    inputs.growth = growth_create(&ledger, NULL);
    alike = stored_alike_create(&inputs);
}

static void
tear_down(void)
{
    stored_alike_free(alike);
    growth_free(inputs.growth);
}

START_TEST(the_largest_class_stands_for_all_that_were_stored_alike)
{
    ck_assert_uint_eq(stored_alike_first(alike, 1), 2);
    ck_assert_uint_eq(stored_alike_first(alike, 2), 2);
    ck_assert_uint_eq(stored_alike_first(alike, 3), 2);
    ck_assert_uint_eq(stored_alike_objects(alike, 2), 5);
    ck_assert_uint_eq(stored_alike_first(alike, 4), 4);
}
END_TEST

START_TEST(what_nobody_knows_who_stored_stays_apart)
{
    ck_assert_uint_eq(stored_alike_first(alike, 5), 5);
    ck_assert_uint_eq(stored_alike_first(alike, 6), 6);
}
END_TEST

START_TEST(one_line_that_fills_one_container_is_the_same)
{
    ck_assert_uint_eq(stored_alike_first(alike, 8), 7);
    ck_assert_uint_eq(stored_alike_objects(alike, 7), 7);
    ck_assert_uint_eq(stored_alike_first(alike, 9), 9);
    ck_assert_uint_eq(stored_alike_first(alike, 10), 10);
}
END_TEST

START_TEST(a_line_that_uses_several_has_not_stored_them)
{
    ck_assert_uint_eq(stored_alike_first(alike, 11), 11);
    ck_assert_uint_eq(stored_alike_first(alike, 12), 12);
    ck_assert_uint_eq(stored_alike_objects(alike, 12), 3);
    ck_assert_uint_eq(stored_alike_first(alike, 13), 11);
    ck_assert_uint_eq(stored_alike_objects(alike, 11), 7);
}
END_TEST

START_TEST(they_grow_together)
{
    struct growth_line line = stored_alike_growth(alike, 2);

    ck_assert_int_eq(line.kind, GROWTH_LINEAR);
    ck_assert_double_eq_tol(line.slope, 1, 1e-9);
    ck_assert_int_ne(growth_of_class(inputs.growth, 1, 5).kind, GROWTH_LINEAR);
}
END_TEST

START_TEST(one_that_is_used_more_does_not_become_more)
{
    ck_assert_int_eq(stored_alike_growth(alike, 4).kind, GROWTH_NONE);
}
END_TEST

START_TEST(without_records_there_is_nothing_alike)
{
    ledger.views[LEDGER_OWNED].used = 0;
    stored_alike_free(stored_alike_create(&inputs));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("stored_alike");
    TCase *tables = tcase_create("tables");

    tcase_add_checked_fixture(tables, set_up, tear_down);
    tcase_add_test(tables,
                   the_largest_class_stands_for_all_that_were_stored_alike);
    tcase_add_test(tables, what_nobody_knows_who_stored_stays_apart);
    tcase_add_test(tables, one_line_that_fills_one_container_is_the_same);
    tcase_add_test(tables, a_line_that_uses_several_has_not_stored_them);
    tcase_add_test(tables, they_grow_together);
    tcase_add_test(tables, one_that_is_used_more_does_not_become_more);
    tcase_add_test(tables, without_records_there_is_nothing_alike);
    suite_add_tcase(suite, tables);
    return unit_run(suite);
}
