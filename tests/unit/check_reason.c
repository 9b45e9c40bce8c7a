#include "base/reason.h"
#include "unit.h"

#include <check.h>
#include <string.h>

START_TEST(every_reason_has_a_sentence_of_its_own)
{
    for (unsigned i = REASON_NONE + 1; i < REASON_COUNT; i++) {
        const char *text = reason_text((enum reason)i);

        ck_assert_uint_gt(strlen(text), 0);
        for (unsigned j = i + 1; j < REASON_COUNT; j++) {
            ck_assert_str_ne(text, reason_text((enum reason)j));
        }
    }
}
END_TEST

START_TEST(a_sentence_is_one_line_without_full_stop)
{
    for (unsigned i = REASON_NONE + 1; i < REASON_COUNT; i++) {
        const char *text = reason_text((enum reason)i);

        ck_assert_ptr_null(strchr(text, '\n'));
        ck_assert_int_ne(text[strlen(text) - 1], '.');
    }
}
END_TEST

START_TEST(no_reason_is_an_empty_sentence)
{
    ck_assert_str_eq(reason_text(REASON_NONE), "");
}
END_TEST

START_TEST(a_number_from_a_damaged_ledger_is_an_unknown_reason)
{
    ck_assert_str_eq(reason_text(REASON_COUNT), "unknown reason");
    ck_assert_str_eq(reason_text((enum reason)0x7fffffff), "unknown reason");
    ck_assert_str_eq(reason_text((enum reason) - 1), "unknown reason");
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("reason");
    TCase *tests = tcase_create("reason");

    tcase_add_test(tests, every_reason_has_a_sentence_of_its_own);
    tcase_add_test(tests, a_sentence_is_one_line_without_full_stop);
    tcase_add_test(tests, no_reason_is_an_empty_sentence);
    tcase_add_test(tests, a_number_from_a_damaged_ledger_is_an_unknown_reason);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
