/* In which of the functions inlined at a place a reference was lost. */
#include "report/evidence/code/lost_at.h"
#include "unit.h"

#include <check.h>

/* Functions, and where their code ends: the outer one's surrounds the rest. */
enum { OUTER, INNER, FUNCTIONS };
enum {
    IN_INNER = 0x10,
    INNER_END = 0x100,
    IN_OUTER = 0x200,
    OUTER_END = 0x300, /* here is the inner one once more, called elsewhere */
    IN_SECOND = 0x310
};

static struct function functions[FUNCTIONS];
static struct place_frame frames[] = { { .function = INNER, .line = 3 },
                                       { .function = OUTER, .line = 10 } };
static struct place_frame second[] = { { .function = INNER, .line = 3 },
                                       { .function = OUTER, .line = 11 } };
static const struct place in_inner = { .offset = IN_INNER,
                                       .count = 2,
                                       .frames = frames };
static const struct place in_outer = { .offset = IN_OUTER,
                                       .count = 1,
                                       .frames = frames + 1 };
static const struct place in_second = { .offset = IN_SECOND,
                                        .count = 2,
                                        .frames = second };
static struct following following;
static struct handing_loss loss;

/* Instead of those that read files. */
const struct place *
symbols_place(struct symbols *symbols, uint32_t image, uint64_t offset)
{
    (void)symbols;
    (void)image;
    return offset < INNER_END   ? &in_inner
           : offset < OUTER_END ? &in_outer
                                : &in_second;
}

const struct function *
symbols_function(const struct symbols *symbols, uint32_t number)
{
    (void)symbols;
    return &functions[number];
}

static void
begin(void)
{
    functions[OUTER].returns = RETURN_OBJECT;
    functions[INNER].returns = RETURN_OTHER;
    functions[INNER].flags = 0;
    following = (struct following){ 0 };
    /* Last seen in the inner one; the path goes on in the outer. */
    loss = (struct handing_loss){ .used = IN_INNER + 4, .passed = IN_OUTER };
}

static void
use(uint64_t address)
{
    following.handing.uses.at[following.handing.uses.count++] = address;
}

static struct lost_at
find(void)
{
    return lost_at_depths(NULL, &in_inner, &following, &loss);
}

START_TEST(who_returns_no_object_cannot_hand_one_up)
{
    use(IN_INNER + 4);
    ck_assert_uint_eq(find().outer, 2);
    ck_assert_uint_eq(find().inner, 2);
}
END_TEST

START_TEST(what_its_caller_looks_at_on_some_path_it_handed_out)
{
    use(IN_INNER + 4);
    use(IN_OUTER + 8);
    ck_assert_uint_eq(find().outer, 1);
    ck_assert_uint_eq(find().inner, 1);
}
END_TEST

START_TEST(who_knows_no_place_for_it_lost_it_whoever_has_a_copy)
{
    functions[INNER].flags = FUNCTION_FILLS_NOTHING;
    use(IN_OUTER + 8);
    loss.used = IN_OUTER + 8;
    loss.given = true;
    ck_assert_uint_eq(find().outer, 2);
    ck_assert_uint_eq(find().inner, 2);
    functions[INNER].returns = RETURN_OBJECT;
    ck_assert_uint_eq(find().outer, 1);
}
END_TEST

START_TEST(what_its_caller_had_before_was_not_handed_out)
{
    following.had_since = IN_OUTER - 8;
    use(IN_INNER + 4);
    use(IN_OUTER + 8);
    ck_assert_uint_eq(find().outer, 2);
}
END_TEST

START_TEST(who_gives_away_what_it_did_not_own_was_handed_it)
{
    following.had_since = IN_OUTER - 8;
    following.handing.gave.at[following.handing.gave.count++] = IN_OUTER + 16;
    ck_assert_uint_eq(find().outer, 1);
    ck_assert_uint_eq(find().inner, 1);
}
END_TEST

START_TEST(who_returns_an_object_may_have_lost_it_first)
{
    functions[INNER].returns = RETURN_OBJECT;
    use(IN_INNER + 4);
    use(IN_OUTER + 8);
    ck_assert_uint_eq(find().outer, 1);
    ck_assert_uint_eq(find().inner, 2);
}
END_TEST

START_TEST(a_function_that_is_inlined_twice_is_two)
{
    ck_assert_uint_eq(lost_at_depth(NULL, &in_inner, IN_INNER + 4), 2);
    ck_assert_uint_eq(lost_at_depth(NULL, &in_inner, IN_SECOND), 1);
    second[1].line = 0;
    ck_assert_uint_eq(lost_at_depth(NULL, &in_inner, IN_SECOND), 2);
    second[1].line = frames[1].line;
    ck_assert_uint_eq(lost_at_depth(NULL, &in_inner, IN_SECOND), 2);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("lost_at");
    TCase *tests = tcase_create("lost_at");

    tcase_add_checked_fixture(tests, begin, NULL);
    tcase_add_test(tests, who_returns_no_object_cannot_hand_one_up);
    tcase_add_test(tests, what_its_caller_looks_at_on_some_path_it_handed_out);
    tcase_add_test(tests, who_knows_no_place_for_it_lost_it_whoever_has_a_copy);
    tcase_add_test(tests, what_its_caller_had_before_was_not_handed_out);
    tcase_add_test(tests, who_gives_away_what_it_did_not_own_was_handed_it);
    tcase_add_test(tests, who_returns_an_object_may_have_lost_it_first);
    tcase_add_test(tests, a_function_that_is_inlined_twice_is_two);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
