/* What a statement makes of a value, in the bytecode of each version. */
#include "cpython/code_settling.h"

#include <check.h>

#include "bytecode.h"
#include "unit.h"

static enum code_settling
settling(uint32_t instruction)
{
    return code_settling(layout, (uintptr_t)code, instruction,
                         &(struct code_place){ 0 });
}

START_TEST(the_next_instruction_that_stores_decides)
{
    uint32_t first, second;

    begin(_i);
    first = add("LOAD_CONST");
    add("LOAD_GLOBAL");
    add("STORE_SUBSCR");
    second = add("LOAD_CONST");
    add("STORE_FAST");
    ck_assert_int_eq(settling(first), SETTLING_STORED);
    ck_assert_int_eq(settling(second), SETTLING_VARIABLE);
}
END_TEST

START_TEST(what_is_returned_is_the_callers)
{
    begin(_i);
    ck_assert_int_eq(settling(add("LOAD_CONST")), SETTLING_UNKNOWN);
    add("RETURN_VALUE");
    ck_assert_int_eq(settling(0), SETTLING_RETURNED);
}
END_TEST

START_TEST(nobody_wants_the_result)
{
    begin(_i);
    add("LOAD_CONST");
    add("POP_TOP");
    add("STORE_ATTR");
    ck_assert_int_eq(settling(0), SETTLING_DROPPED);
}
END_TEST

START_TEST(behind_a_new_object_nothing_is_known)
{
    begin(_i);
    add("LOAD_CONST");
    add("BUILD_TUPLE");
    add("STORE_FAST");
    ck_assert_int_eq(settling(0), SETTLING_UNKNOWN);
}
END_TEST

START_TEST(what_makes_an_object_has_it)
{
    begin(_i);
    add("BUILD_TUPLE");
    add("STORE_FAST");
    ck_assert_int_eq(settling(0), SETTLING_VARIABLE);
    begin(_i);
    add("BUILD_LIST");
    add("RETURN_VALUE");
    ck_assert_int_eq(settling(0), SETTLING_RETURNED);
}
END_TEST

/* row["user"] gives up the row, rows[key] = row does not. */
START_TEST(what_is_made_of_a_value_is_another)
{
    begin(_i);
    add("LOAD_CONST");
    add("LOAD_CONST");
    add("COMPARE_OP");
    add("STORE_ATTR");
    ck_assert_int_eq(settling(0), SETTLING_UNKNOWN);
    begin(_i);
    add("LOAD_CONST");
    add("LOAD_CONST");
    add("LOAD_CONST");
    add("COMPARE_OP");
    add("STORE_SUBSCR");
    ck_assert_int_eq(settling(0), SETTLING_STORED);
}
END_TEST

START_TEST(a_loop_stores_what_it_got)
{
    begin(_i);
    add("FOR_ITER");
    add("STORE_FAST");
    add("FOR_ITER");
    add("STORE_FAST");
    ck_assert_int_eq(settling(0), SETTLING_VARIABLE);
    begin(_i);
    add("LOAD_CONST");
    add("FOR_ITER");
    add("STORE_FAST");
    ck_assert_int_eq(settling(0), SETTLING_UNKNOWN);
}
END_TEST

START_TEST(a_frame_that_has_not_started_has_nothing)
{
    begin(_i);
    add("STORE_FAST");
    ck_assert_int_eq(settling(FRAME_NOT_STARTED), SETTLING_UNKNOWN);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("code_settling");
    TCase *tests = tcase_create("code_settling");

    tcase_add_loop_test(tests, the_next_instruction_that_stores_decides, 0,
                        LAYOUTS);
    tcase_add_loop_test(tests, what_is_returned_is_the_callers, 0, LAYOUTS);
    tcase_add_loop_test(tests, nobody_wants_the_result, 0, LAYOUTS);
    tcase_add_loop_test(tests, what_is_made_of_a_value_is_another, 0, LAYOUTS);
    tcase_add_loop_test(tests, behind_a_new_object_nothing_is_known, 0,
                        LAYOUTS);
    tcase_add_loop_test(tests, what_makes_an_object_has_it, 0, LAYOUTS);
    tcase_add_loop_test(tests, a_loop_stores_what_it_got, 0, LAYOUTS);
    tcase_add_loop_test(tests, a_frame_that_has_not_started_has_nothing, 0,
                        LAYOUTS);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
