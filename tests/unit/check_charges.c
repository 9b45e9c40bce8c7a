/* Which code left the references over, if any did. */
#include "report/evidence/charges.h"
#include "unit.h"

#include <check.h>

enum { OBJECTS = 12, CODES = 4, MORE = 8 };

static struct ledger_header header;
static struct ledger_account accounts[OBJECTS + 1];
static struct ledger_charge charges[2 * OBJECTS + 1];
static struct ledger_code codes[CODES];
static struct ledger ledger;
static uint32_t all[OBJECTS];

static void
set_up(void)
{
    header = (struct ledger_header){ .frames_audited = 1 };
    for (uint32_t i = 1; i <= OBJECTS; i++) {
        accounts[i] = (struct ledger_account){ .serial = 100 + i };
        charges[i] = (struct ledger_charge){
            .serial = 100 + i,
            .account = i,
            .left = 1,
            .evaluations = 1,
            .code = 2,
            .place = LEDGER_CHARGE_CELL,
        };
        charges[OBJECTS + i] = (struct ledger_charge){ 0 };
        all[i - 1] = i;
    }
    ledger.header = &header;
    ledger.views[LEDGER_ACCOUNTS] =
        (struct ledger_view){ accounts, OBJECTS + 1 };
    ledger.views[LEDGER_CHARGES] =
        (struct ledger_view){ charges, 2 * OBJECTS + 1 };
    ledger.views[LEDGER_CODES] = (struct ledger_view){ codes, CODES };
}

static struct frame_charge
asked(uint64_t references, bool deficit)
{
    return charges_of(&ledger, &(struct charged_objects){
                                   all, OBJECTS, references, deficit });
}

START_TEST(code_that_left_over_what_is_too_many_is_told)
{
    struct frame_charge found = asked(OBJECTS, false);

    ck_assert_uint_eq(found.code, 2);
    ck_assert_uint_eq(found.objects, OBJECTS);
    ck_assert_uint_eq(found.references, OBJECTS);
    ck_assert_uint_eq(found.evaluations, OBJECTS);
    ck_assert_uint_eq(found.place, LEDGER_CHARGE_CELL);
}
END_TEST

START_TEST(nothing_is_told_where_frames_were_not_audited)
{
    header.frames_audited = 0;
    ck_assert_uint_eq(asked(OBJECTS, false).references, 0);
}
END_TEST

START_TEST(what_was_charged_to_a_dead_object_is_not_told)
{
    for (uint32_t i = 1; i <= OBJECTS; i++) {
        accounts[i].serial += 1000;
    }
    ck_assert_uint_eq(asked(OBJECTS, false).references, 0);
}
END_TEST

/* It stores what others give back. */
START_TEST(code_that_kept_many_more_is_not_told)
{
    for (uint32_t i = 1; i <= OBJECTS; i++) {
        charges[i].left = MORE;
    }
    ck_assert_uint_eq(asked(OBJECTS, false).references, 0);
    ck_assert_uint_eq(asked(MORE * OBJECTS, false).references, MORE * OBJECTS);
}
END_TEST

START_TEST(code_that_had_few_of_the_objects_is_not_told)
{
    for (uint32_t i = 1; i <= OBJECTS; i++) {
        charges[i].code = 1 + i % 3;
    }
    ck_assert_uint_eq(asked(OBJECTS, false).references, 0);
}
END_TEST

START_TEST(code_that_explains_it_is_told_before_code_that_keeps_more)
{
    for (uint32_t i = 1; i <= OBJECTS; i++) {
        charges[OBJECTS + i] = charges[i];
        charges[OBJECTS + i].code = 3;
        charges[OBJECTS + i].left = MORE;
    }
    ck_assert_uint_eq(asked(OBJECTS, false).code, 2);
}
END_TEST

START_TEST(what_was_given_back_too_often_is_told_of_a_deficit_alone)
{
    for (uint32_t i = 1; i <= OBJECTS; i++) {
        charges[i].left = -1;
    }
    ck_assert_uint_eq(asked(OBJECTS, false).references, 0);
    ck_assert_uint_eq(asked(OBJECTS, true).references, OBJECTS);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("charges");
    TCase *told = tcase_create("told");

    tcase_add_checked_fixture(told, set_up, NULL);
    tcase_add_test(told, code_that_left_over_what_is_too_many_is_told);
    tcase_add_test(told, nothing_is_told_where_frames_were_not_audited);
    tcase_add_test(told, what_was_charged_to_a_dead_object_is_not_told);
    tcase_add_test(told, code_that_kept_many_more_is_not_told);
    tcase_add_test(told, code_that_had_few_of_the_objects_is_not_told);
    tcase_add_test(told,
                   code_that_explains_it_is_told_before_code_that_keeps_more);
    tcase_add_test(told,
                   what_was_given_back_too_often_is_told_of_a_deficit_alone);
    suite_add_tcase(suite, told);
    return unit_run(suite);
}
