#include "report/evidence/growth.h"
#include "unit.h"

#include <check.h>
#include <string.h>

/* Two classes, an account each, and an adopted one. */

static struct ledger_account accounts[4] = {
    [1] = { .state = LEDGER_ACCOUNT_BORN, .type = 1, .birth = 5 },
    [2] = { .state = LEDGER_ACCOUNT_BORN, .type = 1, .birth = 6 },
    [3] = { .state = LEDGER_ACCOUNT_ADOPTED, .type = 1, .birth = 5 },
};
static struct ledger_class classes[4] = {
    [1] = { .type = 1, .birth = 6 },
    [2] = { .type = 1, .account = 3 },
    [3] = { .type = 1, .birth = 5 },
};
static struct ledger_checkpoint checkpoints[5];
static struct ledger_mark marks[7] = {
    [1] = { 1, 1, 1, 10 }, [2] = { 1, 3, 1, 1 }, [3] = { 2, 3, 1, 2 },
    [4] = { 3, 3, 1, 3 },  [5] = { 3, 2, 1, 7 }, [6] = { 4, 1, 0, 0 },
};
static struct ledger ledger;
static const char *region;
static char strings[16]; /* at 4: "egg" */

static void
set_up(void)
{
    strings[4] = 3;
    memcpy(strings + 8, "egg", 3);
    ledger.views[LEDGER_STRINGS] = (struct ledger_view){ strings, 16 };
    region = NULL;
    for (int i = 1; i < 5; i++) {
        checkpoints[i] = (struct ledger_checkpoint){
            .origin = i > 1 ? LEDGER_CHECKPOINT_ROUND : LEDGER_CHECKPOINT_CALL,
            .realtime_ns = 1,
        };
    }
    ledger.views[LEDGER_ACCOUNTS] = (struct ledger_view){ accounts, 4 };
    ledger.views[LEDGER_CLASSES] = (struct ledger_view){ classes, 4 };
    ledger.views[LEDGER_CHECKPOINTS] = (struct ledger_view){ checkpoints, 5 };
    ledger.views[LEDGER_MARKS] = (struct ledger_view){ marks, 7 };
}

static struct growth_line
growth_of(const uint32_t *of, size_t count)
{
    struct growth *growth = growth_create(&ledger, region);
    struct growth_line line = growth_of_accounts(growth, of, count);

    growth_free(growth);
    return line;
}

START_TEST(without_a_mark_a_class_stays_as_it_was)
{
    struct growth_line line = growth_of((const uint32_t[]){ 1 }, 1);

    ck_assert_uint_eq(line.checkpoints, 4);
    ck_assert_double_eq(line.first, 1);
    ck_assert_double_eq(line.last, 3);
    line = growth_of((const uint32_t[]){ 2 }, 1);
    ck_assert_double_eq(line.first, 10);
    ck_assert_double_eq(line.last, 0);
}
END_TEST

START_TEST(what_grows_keeps_its_numbers)
{
    static const uint32_t first = 1, adopted = 3;
    struct growth *growth = growth_create(&ledger, NULL);
    struct growth_line line = growth_of_accounts(growth, &first, 1);

    growth_of_accounts(growth, &adopted, 1);
    ck_assert_ptr_nonnull(line.values);
    ck_assert_double_eq(line.values[0], line.first);
    ck_assert_double_eq(line.values[3], line.last);
    growth_free(growth);
}
END_TEST

START_TEST(classes_add_up_and_count_once)
{
    struct growth_line line = growth_of((const uint32_t[]){ 1, 2, 1 }, 3);

    ck_assert_double_eq(line.first, 11);
    ck_assert_double_eq(line.last, 3);
}
END_TEST

START_TEST(an_adopted_object_is_a_class_of_its_own)
{
    struct growth_line line = growth_of((const uint32_t[]){ 3 }, 1);

    ck_assert_double_eq(line.first, 0);
    ck_assert_double_eq(line.last, 7);
}
END_TEST

START_TEST(rounds_make_it_per_call)
{
    ck_assert(growth_of((const uint32_t[]){ 1 }, 1).per_call);
    checkpoints[3].origin = LEDGER_CHECKPOINT_SIGNAL;
    ck_assert(!growth_of((const uint32_t[]){ 1 }, 1).per_call);
}
END_TEST

START_TEST(a_checkpoint_cut_short_does_not_count)
{
    checkpoints[4].realtime_ns = 0;
    ck_assert_uint_eq(growth_checkpoints(&ledger), 3);
    ck_assert_double_eq(growth_of((const uint32_t[]){ 2 }, 1).last, 10);
}
END_TEST

/* Class 3 has 1, 2, 3, 3 references, class 1 has 10 until the last. */
static void
pass_through_region(int from, int to)
{
    checkpoints[from].origin = LEDGER_CHECKPOINT_ENTER;
    checkpoints[to].origin = LEDGER_CHECKPOINT_LEAVE;
    checkpoints[from].label = checkpoints[to].label = 4;
    region = "egg";
}

START_TEST(only_what_changes_in_a_region_counts_there)
{
    struct growth_line line;

    pass_through_region(1, 2);
    pass_through_region(3, 4);
    ck_assert_uint_eq(growth_passes(&ledger, "egg"), 2);
    ck_assert_uint_eq(growth_passes(&ledger, "eg"), 0);
    line = growth_of((const uint32_t[]){ 1 }, 1);
    ck_assert_uint_eq(line.checkpoints, 3);
    ck_assert(line.per_call);
    ck_assert_double_eq(line.first, 1);
    ck_assert_double_eq(line.last, 2); /* the third came outside */
    line = growth_of((const uint32_t[]){ 2 }, 1);
    ck_assert_double_eq(line.first, 10);
    ck_assert_double_eq(line.last, 0);
}
END_TEST

/* As None is, of which a call of __exit__ holds a few. */
START_TEST(what_is_given_back_between_passes_does_not_grow)
{
    static struct ledger_mark lent[5] = {
        [1] = { 1, 3, 1, 1 },
        [2] = { 2, 3, 1, 4 },
        [3] = { 3, 3, 1, 1 },
        [4] = { 4, 3, 1, 4 },
    };
    struct growth_line line;

    ledger.views[LEDGER_MARKS] = (struct ledger_view){ lent, 5 };
    pass_through_region(1, 2);
    pass_through_region(3, 4);
    line = growth_of((const uint32_t[]){ 1 }, 1);
    ck_assert_int_eq(line.kind, GROWTH_NONE);
    lent[3].references = 3; /* a third of it */
    lent[4].references = 6;
    line = growth_of((const uint32_t[]){ 1 }, 1);
    ck_assert_int_eq(line.kind, GROWTH_LINEAR);
}
END_TEST

START_TEST(what_passes_left_behind_is_counted_by_itself)
{
    static struct ledger_border borders[5] = {
        [1] = { .checkpoint = 1, .serial = 10 },
        [2] = { .checkpoint = 2, .serial = 20 },
        [3] = { .checkpoint = 3, .serial = 30 },
        [4] = { .checkpoint = 4, .serial = 40 },
    };
    static struct ledger_account left[3] = {
        [1] = { .state = LEDGER_ACCOUNT_BORN,
                .type = 1,
                .birth = 5,
                .serial = 15,
                .references = 1 },
        [2] = { .state = LEDGER_ACCOUNT_BORN,
                .type = 1,
                .birth = 5,
                .serial = 40,
                .references = 1 },
    };
    struct growth *growth;
    struct growth_line line;

    pass_through_region(1, 2);
    pass_through_region(3, 4);
    marks[4].checkpoint = 4; /* the third reference comes in the second pass */
    ledger.views[LEDGER_BORDERS] = (struct ledger_view){ borders, 5 };
    ledger.views[LEDGER_ACCOUNTS] = (struct ledger_view){ left, 3 };
    growth = growth_create(&ledger, region);
    ck_assert(!growth_was_born_inside(growth, 10));
    ck_assert(growth_was_born_inside(growth, 11));
    ck_assert(growth_was_born_inside(growth, 20));
    ck_assert(!growth_was_born_inside(growth, 25));
    ck_assert(growth_was_born_inside(growth, 40));
    ck_assert(!growth_was_born_inside(growth, 41));
    line = growth_of_accounts(growth, (const uint32_t[]){ 1, 2 }, 2);
    ck_assert_int_eq(line.kind, GROWTH_LINEAR);
    ck_assert_double_eq(line.first, 0); /* their own, from nothing */
    ck_assert_double_eq(line.last, 2);
    growth_free(growth);
    ledger.views[LEDGER_BORDERS] = (struct ledger_view){ NULL, 0 };
    marks[4].checkpoint = 3;
}
END_TEST

/* Of four objects two have an account. */
START_TEST(what_passes_left_behind_is_counted_without_an_account)
{
    static struct ledger_border borders[5] = {
        [1] = { .checkpoint = 1, .serial = 10 },
        [2] = { .checkpoint = 2, .serial = 20 },
        [3] = { .checkpoint = 3, .serial = 30 },
        [4] = { .checkpoint = 4, .serial = 40 },
    };
    static struct ledger_account left[4] = {
        [1] = { .state = LEDGER_ACCOUNT_BORN,
                .type = 1,
                .birth = 5,
                .serial = 15 },
        [2] = { .state = LEDGER_ACCOUNT_BORN,
                .type = 1,
                .birth = 5,
                .serial = 35 },
        [3] = { .state = LEDGER_ACCOUNT_FREE,
                .type = 1,
                .birth = 5,
                .serial = 36 },
    };
    static struct ledger_mark counted[4] = {
        [1] = { 2, 3, 2, 2 },
        [2] = { 3, 3, 2, 2 },
        [3] = { 4, 3, 4, 4 },
    };
    struct growth *growth;

    pass_through_region(1, 2);
    pass_through_region(3, 4);
    left[1].references = left[2].references = left[3].references = 1;
    ledger.views[LEDGER_MARKS] = (struct ledger_view){ counted, 4 };
    ledger.views[LEDGER_BORDERS] = (struct ledger_view){ borders, 5 };
    ledger.views[LEDGER_ACCOUNTS] = (struct ledger_view){ left, 4 };
    growth = growth_create(&ledger, region);
    ck_assert_double_eq(
        growth_of_accounts(growth, (const uint32_t[]){ 1, 2 }, 2).last, 4);
    left[3].state = LEDGER_ACCOUNT_BORN; /* one of them is held */
    ck_assert_double_eq(
        growth_of_accounts(growth, (const uint32_t[]){ 1, 2 }, 2).last, 2);
    growth_free(growth);
    ledger.views[LEDGER_BORDERS] = (struct ledger_view){ NULL, 0 };
}
END_TEST

START_TEST(a_region_that_is_not_left_was_not_passed)
{
    pass_through_region(1, 3);
    checkpoints[4] = checkpoints[1];
    ck_assert_uint_eq(growth_passes(&ledger, "egg"), 1);
    checkpoints[3].label = 0; /* others may begin and end inside */
    ck_assert_uint_eq(growth_passes(&ledger, "egg"), 0);
}
END_TEST

START_TEST(a_ledger_without_checkpoints_says_nothing)
{
    ledger.views[LEDGER_CLASSES].used = 0;
    ledger.views[LEDGER_CHECKPOINTS].used = 0;
    ledger.views[LEDGER_MARKS].used = 0;
    ck_assert_int_eq(growth_of((const uint32_t[]){ 1 }, 1).kind,
                     GROWTH_UNKNOWN);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("growth");
    TCase *tables = tcase_create("growth");

    tcase_add_checked_fixture(tables, set_up, NULL);
    tcase_add_test(tables,
                   what_passes_left_behind_is_counted_without_an_account);
    tcase_add_test(tables, without_a_mark_a_class_stays_as_it_was);
    tcase_add_test(tables, what_grows_keeps_its_numbers);
    tcase_add_test(tables, classes_add_up_and_count_once);
    tcase_add_test(tables, an_adopted_object_is_a_class_of_its_own);
    tcase_add_test(tables, rounds_make_it_per_call);
    tcase_add_test(tables, a_checkpoint_cut_short_does_not_count);
    tcase_add_test(tables, only_what_changes_in_a_region_counts_there);
    tcase_add_test(tables, what_passes_left_behind_is_counted_by_itself);
    tcase_add_test(tables, what_is_given_back_between_passes_does_not_grow);
    tcase_add_test(tables, a_region_that_is_not_left_was_not_passed);
    tcase_add_test(tables, a_ledger_without_checkpoints_says_nothing);
    suite_add_tcase(suite, tables);
    return unit_run(suite);
}
