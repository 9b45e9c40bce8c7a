#include "report/evidence/answers.h"
#include "report/evidence/kin.h"
#include "unit.h"

#include <check.h>
#include <string.h>

enum { MAIN = 1, MODULE = 2, FRAMES = 4, TAG = 7, TYPE = 3 };

static struct ledger_image images[] = {
    [MAIN] = { .flags = LEDGER_IMAGE_MAIN | LEDGER_IMAGE_PYTHON },
    [MODULE] = { .flags = LEDGER_IMAGE_PYTHON },
};
static struct ledger_header header;
static struct ledger ledger;
static struct symbols *symbols;
static struct answers *answers;
static uint32_t eval, list_new, list_dealloc, maker, keeper, disposer;

static struct stack_frame frames[2][FRAMES];

static void
begin(void)
{
    memset(&ledger, 0, sizeof ledger);
    ledger.header = &header;
    ledger.views[LEDGER_IMAGES].records = images;
    ledger.views[LEDGER_IMAGES].used = sizeof images / sizeof *images;
    symbols = symbols_create(&ledger, false);
    eval = symbols_intern(symbols, MAIN, "_PyEval_EvalFrameDefault");
    list_new = symbols_intern(symbols, MAIN, "list_new");
    list_dealloc = symbols_intern(symbols, MAIN, "list_dealloc");
    maker = symbols_intern(symbols, MODULE, "maker");
    keeper = symbols_intern(symbols, MODULE, "keeper");
    disposer = symbols_intern(symbols, MODULE, "disposer");
    answers = answers_create(&ledger, symbols);
}

static void
end(void)
{
    answers_free(answers);
    symbols_free(symbols);
}

/* Of two functions, innermost first, and Python code. */
static struct stack
stack_of(int number, uint32_t inner, uint32_t outer)
{
    struct stack_frame *own = frames[number];

    own[0] = (struct stack_frame){ .function = inner };
    own[1] = (struct stack_frame){ .function = outer };
    own[2] = (struct stack_frame){ .function = eval, .evaluator = true };
    return (struct stack){ .frames = own, .count = 3, .relevant = 3 };
}

START_TEST(the_function_at_work_is_the_innermost_of_a_module)
{
    struct stack stack = stack_of(0, list_new, maker);
    uint32_t function = 0;

    ck_assert(answers_function(answers, &stack, &function));
    ck_assert_uint_eq(function, maker);
    stack = stack_of(0, list_new, list_dealloc);
    ck_assert(answers_function(answers, &stack, &function));
    ck_assert_uint_eq(function, list_new);
}
END_TEST

START_TEST(who_releases_what_another_took_is_known)
{
    struct stack taken = stack_of(0, list_new, maker);
    struct stack released = stack_of(1, list_dealloc, disposer);
    struct answers_row row;
    size_t at = 0;

    answers_learn(answers, &taken, &released, TAG, 3);
    ck_assert(answers_next(answers, ANSWERS_RELEASED, maker, &at, &row));
    ck_assert_uint_eq(row.second, disposer);
    ck_assert_uint_eq(row.tag, TAG);
    ck_assert_double_eq_tol(row.share, .75, 1e-9);
    ck_assert(!answers_next(answers, ANSWERS_RELEASED, maker, &at, &row));
    ck_assert_double_eq_tol(answers_put_away(answers, maker), .75, 1e-9);
}
END_TEST

START_TEST(what_the_caller_gives_back_was_not_put_away)
{
    struct stack taken = stack_of(0, maker, keeper);
    struct stack released = stack_of(1, list_dealloc, keeper);

    answers_learn(answers, &taken, &released, TAG, 3);
    ck_assert_double_eq_tol(answers_put_away(answers, maker), 0, 1e-9);
}
END_TEST

START_TEST(who_works_for_a_disposer_is_known)
{
    struct stack taken = stack_of(0, list_new, maker);
    struct stack released = stack_of(1, keeper, disposer);
    struct answers_row row;
    size_t at = 0;

    answers_learn(answers, &taken, &released, TAG, 1);
    ck_assert(answers_next(answers, ANSWERS_DISPOSED, disposer, &at, &row));
    ck_assert_uint_eq(row.second, keeper);
}
END_TEST

START_TEST(makers_are_told_by_births)
{
    struct stack birth = stack_of(0, list_new, maker);
    struct answers_row row;
    size_t at = 0;

    answers_learn_birth(answers, &birth, TYPE);
    ck_assert(answers_next(answers, ANSWERS_MADE, maker, &at, &row));
    ck_assert_uint_eq(row.second, TYPE);
}
END_TEST

START_TEST(functions_of_one_type_are_kin_and_of_two_are_not)
{
    struct inputs inputs = { .ledger = &ledger, .symbols = symbols };
    struct kin *kin = kin_create(&inputs, 0);

    kin_add(kin, maker, TYPE);
    kin_add(kin, disposer, TYPE);
    kin_add(kin, keeper, TYPE + 1);
    ck_assert_int_eq(kin_of(kin, maker, disposer), KIN_SAME);
    ck_assert_int_eq(kin_of(kin, maker, keeper), KIN_OTHER);
    ck_assert_int_eq(kin_of(kin, maker, list_new), KIN_UNKNOWN);
    kin_join(kin, list_new, maker);
    ck_assert_int_eq(kin_of(kin, list_new, disposer), KIN_SAME);
    kin_free(kin);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("answers");
    TCase *tests = tcase_create("answers");

    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, the_function_at_work_is_the_innermost_of_a_module);
    tcase_add_test(tests, who_releases_what_another_took_is_known);
    tcase_add_test(tests, what_the_caller_gives_back_was_not_put_away);
    tcase_add_test(tests, who_works_for_a_disposer_is_known);
    tcase_add_test(tests, makers_are_told_by_births);
    tcase_add_test(tests, functions_of_one_type_are_kin_and_of_two_are_not);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
