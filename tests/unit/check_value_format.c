/* What a format of Py_BuildValue does with its arguments. */
#include "report/evidence/code/value_format.h"
#include "unit.h"

#include <check.h>
#include <string.h>

/* Registers by their bits. */
enum { RSI = 1 << 6, RDX = 1 << 2, RCX = 1 << 1, R8 = 1 << 8, R9 = 1 << 9 };

static enum handing_callee
ask(const char *format, uint16_t arguments)
{
    const struct handing_call call = { .arguments = arguments };

    return value_format_callee(format, strlen(format) + 1, 1, &call);
}

START_TEST(letters_tell_who_owns_it)
{
    ck_assert_int_eq(ask("(NO)", RSI), HANDING_STEALS);
    ck_assert_int_eq(ask("(NO)", RDX), HANDING_BORROWS);
    ck_assert_int_eq(ask("{s:N, s:S}", RDX), HANDING_STEALS);
    ck_assert_int_eq(ask("{s:N, s:S}", R8), HANDING_BORROWS);
    ck_assert_int_eq(ask("[s#N]", RCX), HANDING_STEALS);
    ck_assert_int_eq(ask("O&N", RDX), HANDING_BORROWS);
    ck_assert_int_eq(ask("O&N", RCX), HANDING_STEALS);
    ck_assert_int_eq(ask("dN", RSI), HANDING_STEALS);
    ck_assert_int_eq(ask("iiiiiN", R9), HANDING_BORROWS);
}
END_TEST

START_TEST(the_format_may_follow_other_arguments)
{
    const struct handing_call in_rcx = { .arguments = RCX };
    const struct handing_call in_rdx = { .arguments = RDX };

    ck_assert_int_eq(value_format_callee("nN", 3, 2, &in_rcx), HANDING_STEALS);
    ck_assert_int_eq(value_format_callee("nN", 3, 2, &in_rdx), HANDING_BORROWS);
}
END_TEST

START_TEST(what_registers_have_no_room_for_is_pushed)
{
    const struct handing_call first = { .pushed = 1 << 0 };
    const struct handing_call second = { .pushed = 1 << 1 };

    ck_assert_int_eq(value_format_callee("OOOOON", 7, 1, &first),
                     HANDING_STEALS);
    ck_assert_int_eq(value_format_callee("OOOOON", 7, 1, &second),
                     HANDING_BORROWS);
    ck_assert_int_eq(value_format_callee("O(O)(OOOON)", 12, 1, &second),
                     HANDING_STEALS);
}
END_TEST

START_TEST(what_is_no_argument_is_not_given_away)
{
    ck_assert_int_eq(ask("N", RDX), HANDING_BORROWS);
    ck_assert_int_eq(ask("", RSI), HANDING_BORROWS);
}
END_TEST

START_TEST(of_both_one_is_given_away)
{
    ck_assert_int_eq(ask("NO", RSI | RDX), HANDING_STEALS);
    ck_assert_int_eq(ask("O(O)(NOOO)", RDX | RCX), HANDING_STEALS);
}
END_TEST

START_TEST(an_unknown_letter_is_doubtful)
{
    ck_assert_int_eq(ask("?N", RDX), HANDING_DOUBTFUL);
}
END_TEST

START_TEST(a_format_ends_where_its_memory_does)
{
    const struct handing_call in_rdx = { .arguments = RDX };

    ck_assert_int_eq(value_format_callee("NN", 1, 1, &in_rdx), HANDING_BORROWS);
    ck_assert_int_eq(value_format_callee("NN", 2, 1, &in_rdx), HANDING_STEALS);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("value_format");
    TCase *cases = tcase_create("letters");

    tcase_add_test(cases, letters_tell_who_owns_it);
    tcase_add_test(cases, the_format_may_follow_other_arguments);
    tcase_add_test(cases, what_registers_have_no_room_for_is_pushed);
    tcase_add_test(cases, what_is_no_argument_is_not_given_away);
    tcase_add_test(cases, of_both_one_is_given_away);
    tcase_add_test(cases, an_unknown_letter_is_doubtful);
    tcase_add_test(cases, a_format_ends_where_its_memory_does);
    suite_add_tcase(suite, cases);

    return unit_run(suite);
}
