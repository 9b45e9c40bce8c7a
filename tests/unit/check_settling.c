#include "report/evidence/settling.h"
#include "unit.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Functions, innermost first: allocator < maker < user < eval. */
enum { EVAL, USER, OTHER, MAKER, ALLOCATOR, DROPPER };

static const struct settling_belief as_object = { .3, 1.5 };
static const struct settling_belief as_other = { .6, 1.5 };
static const struct settling_belief unknown = { .4, 1.5 };

static struct settling *settling;

static struct stack_frame frames[8][4];
static size_t stacks_made;

static struct stack
stack_of(int a, int b, int c, int d)
{
    const int functions[] = { a, b, c, d };
    struct stack_frame *own = frames[stacks_made++];
    struct stack stack = { .frames = own };

    for (size_t i = 0; i < 4 && functions[i] >= 0; i++) {
        own[i] = (struct stack_frame){ .function = (uint32_t)functions[i],
                                       .evaluator = functions[i] == EVAL };
        stack.count++;
    }
    stack.relevant = stack.count;
    return stack;
}

static void
begin(void)
{
    memset(frames, 0, sizeof frames);
    stacks_made = 0;
    settling = settling_create();
}

static void
end(void)
{
    settling_free(settling);
}

START_TEST(common_frames_are_counted_from_the_outermost)
{
    struct stack a = stack_of(ALLOCATOR, MAKER, USER, EVAL);
    struct stack b = stack_of(DROPPER, USER, EVAL, -1);
    struct stack c = stack_of(ALLOCATOR, MAKER, OTHER, EVAL);

    ck_assert_uint_eq(stack_common(&a, &b), 2);
    ck_assert_uint_eq(stack_common(&a, &c), 1);
    ck_assert_uint_eq(stack_common(&a, &a), 4);
}
END_TEST

START_TEST(nothing_learned_leaves_what_the_return_type_says)
{
    struct stack a = stack_of(ALLOCATOR, MAKER, USER, EVAL);
    double object = settling_hazard(settling, SETTLING_BIRTH, &a, 2, as_object);
    double other = settling_hazard(settling, SETTLING_BIRTH, &a, 2, as_other);

    ck_assert_double_eq_tol(object, .3, 1e-9);
    ck_assert_double_eq_tol(other, .6, 1e-9);
}
END_TEST

START_TEST(a_reference_settles_where_its_release_meets_its_taking)
{
    struct stack taken = stack_of(ALLOCATOR, MAKER, USER, EVAL);
    struct stack released = stack_of(DROPPER, USER, EVAL, -1);

    for (int i = 0; i < 50; i++) {
        settling_learn(settling, &taken, &released, true, false, 1);
    }
    ck_assert_double_lt(
        settling_hazard(settling, SETTLING_BIRTH, &taken, 0, unknown), .05);
    ck_assert_double_lt(
        settling_hazard(settling, SETTLING_BIRTH, &taken, 1, unknown), .05);
    ck_assert_double_gt(
        settling_hazard(settling, SETTLING_BIRTH, &taken, 2, unknown), .95);
    /* Increments were not seen. */
    ck_assert_double_eq_tol(
        settling_hazard(settling, SETTLING_TAKEN, &taken, 2, unknown), .4,
        1e-9);
}
END_TEST

START_TEST(an_unknown_caller_backs_off_to_what_its_callees_do)
{
    struct stack taken = stack_of(ALLOCATOR, MAKER, USER, EVAL);
    struct stack released = stack_of(DROPPER, USER, EVAL, -1);
    struct stack leaked = stack_of(ALLOCATOR, MAKER, OTHER, EVAL);

    for (int i = 0; i < 50; i++) {
        settling_learn(settling, &taken, &released, true, false, 1);
    }
    ck_assert_double_lt(
        settling_hazard(settling, SETTLING_BIRTH, &leaked, 1, unknown), .05);
    ck_assert_double_eq_tol(
        settling_hazard(settling, SETTLING_BIRTH, &leaked, 2, unknown), .4,
        1e-9);
}
END_TEST

START_TEST(stored_is_not_settled)
{
    struct stack taken = stack_of(ALLOCATOR, MAKER, USER, EVAL);
    struct stack released = stack_of(DROPPER, EVAL, -1, -1);

    settling_learn(settling, &taken, &released, true, true, 1);
    ck_assert_double_eq_tol(
        settling_hazard(settling, SETTLING_BIRTH, &taken, 2, unknown), .4,
        1e-9);
}
END_TEST

START_TEST(a_line_that_was_seen_to_balance_is_suspected_less)
{
    struct stack taken = stack_of(ALLOCATOR, MAKER, USER, EVAL);
    struct stack released = stack_of(DROPPER, USER, EVAL, -1);
    double before, after;

    for (int i = 0; i < 3; i++) {
        settling_learn(settling, &taken, &released, true, false, 1);
    }
    taken.frames[2].line = 7;
    before = settling_hazard(settling, SETTLING_BIRTH, &taken, 2, unknown);
    settling_learn(settling, &taken, &released, true, false, 1);
    settling_learn(settling, &taken, &released, true, false, 1);
    after = settling_hazard(settling, SETTLING_BIRTH, &taken, 2, unknown);
    ck_assert_double_lt(after, before * .5);
}
END_TEST

START_TEST(an_instruction_without_a_line_is_known_again)
{
    const struct place here = { .offset = 0x1234 }, there = { .offset = 0x99 };
    struct stack taken = stack_of(ALLOCATOR, MAKER, USER, EVAL);
    struct stack released = stack_of(DROPPER, USER, EVAL, -1);
    double same, another;

    taken.frames[2].place = &here;
    for (int i = 0; i < 3; i++) {
        settling_learn(settling, &taken, &released, true, false, 1);
    }
    same = settling_hazard(settling, SETTLING_BIRTH, &taken, 2, unknown);
    taken.frames[2].place = &there;
    another = settling_hazard(settling, SETTLING_BIRTH, &taken, 2, unknown);
    ck_assert_double_lt(same, another * .5);
}
END_TEST

START_TEST(pairs_remember_which_release_answers_a_taking)
{
    struct stack taken = stack_of(MAKER, EVAL, -1, -1);
    struct stack released = stack_of(DROPPER, EVAL, -1, -1);
    struct stack other = stack_of(OTHER, EVAL, -1, -1);

    settling_learn(settling, &taken, &released, false, false, 5);
    ck_assert_double_gt(settling_pair(settling, &taken, &released),
                        10 * settling_pair(settling, &taken, &other));
}
END_TEST

START_TEST(odds_tell_calls_of_leaks_from_calls_that_balance)
{
    struct settling *leaked = settling_create();
    struct stack shared = stack_of(ALLOCATOR, MAKER, USER, EVAL);
    struct stack own = stack_of(ALLOCATOR, MAKER, OTHER, EVAL);

    settling_see(settling, &shared, 30);
    settling_see(leaked, &shared, 10);
    settling_see(leaked, &own, 10);
    ck_assert_double_eq_tol(settling_odds(leaked, settling, &shared, 2), .25,
                            1e-9);
    ck_assert_double_eq_tol(settling_odds(leaked, settling, &own, 2), 1, 1e-9);
    /* The maker worked for both. */
    ck_assert_double_eq_tol(settling_odds(leaked, settling, &own, 1), .4, 1e-9);
    settling_free(leaked);
}
END_TEST

START_TEST(odds_tell_apart_two_calls_on_one_line)
{
    static struct place places[] = { { .offset = 0x10 }, { .offset = 0x20 } };
    struct settling *leaked = settling_create();
    struct stack first = stack_of(ALLOCATOR, MAKER, EVAL, -1);
    struct stack second = stack_of(ALLOCATOR, MAKER, EVAL, -1);

    first.frames[1].line = second.frames[1].line = 7;
    first.frames[1].place = &places[0];
    second.frames[1].place = &places[1];
    settling_see(settling, &first, 10);
    settling_see(leaked, &second, 10);
    ck_assert_double_eq_tol(settling_odds(leaked, settling, &second, 1), 1,
                            1e-9);
    settling_free(leaked);
}
END_TEST

START_TEST(what_is_inlined_at_a_line_is_all_of_one_call)
{
    static struct place places[] = { { .offset = 0x10 }, { .offset = 0x20 } };
    struct settling *leaked = settling_create();
    struct stack first = stack_of(ALLOCATOR, MAKER, USER, EVAL);
    struct stack second = stack_of(ALLOCATOR, MAKER, USER, EVAL);

    first.frames[1].line = second.frames[1].line = 7;
    first.frames[2].line = second.frames[2].line = 9;
    first.frames[1].place = first.frames[2].place = &places[0];
    second.frames[1].place = second.frames[2].place = &places[1];
    settling_see(settling, &first, 10);
    settling_see(leaked, &second, 10);
    ck_assert_double_eq_tol(settling_odds(leaked, settling, &second, 1), 1,
                            1e-9);
    ck_assert_double_eq_tol(settling_odds(leaked, settling, &second, 2), .5,
                            1e-9);
    settling_free(leaked);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("settling");
    TCase *tests = tcase_create("settling");

    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, common_frames_are_counted_from_the_outermost);
    tcase_add_test(tests, nothing_learned_leaves_what_the_return_type_says);
    tcase_add_test(tests,
                   a_reference_settles_where_its_release_meets_its_taking);
    tcase_add_test(tests, an_unknown_caller_backs_off_to_what_its_callees_do);
    tcase_add_test(tests, stored_is_not_settled);
    tcase_add_test(tests, a_line_that_was_seen_to_balance_is_suspected_less);
    tcase_add_test(tests, an_instruction_without_a_line_is_known_again);
    tcase_add_test(tests, pairs_remember_which_release_answers_a_taking);
    tcase_add_test(tests, odds_tell_calls_of_leaks_from_calls_that_balance);
    tcase_add_test(tests, odds_tell_apart_two_calls_on_one_line);
    tcase_add_test(tests, what_is_inlined_at_a_line_is_all_of_one_call);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
