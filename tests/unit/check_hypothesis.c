#include "report/evidence/hypothesis.h"
#include "unit.h"

#include <check.h>
#include <string.h>

enum { MAKER = 1, KEEPER, DISPOSER };

static const struct {
    const char *speaks;
    double weight;
} weights[] = {
#define WEIGHT(name, speaks, weight, sentence) { #speaks, weight },
#include "report/evidence/weights.def"
#undef WEIGHT
};

static struct hypotheses hypotheses;

static void
begin(void)
{
    hypotheses = (struct hypotheses){ 0 };
}

static void
end(void)
{
    hypotheses_clear(&hypotheses);
}

static double
total(void)
{
    double sum = 0;

    for (size_t i = 0; i < hypotheses.count; i++) {
        sum += hypotheses.items[i].share;
    }
    return sum;
}

START_TEST(no_weight_speaks_the_other_way)
{
    for (size_t i = 0; i < WEIGHED_COUNT; i++) {
        if (strcmp(weights[i].speaks, "FOR") == 0) {
            ck_assert_double_ge(weights[i].weight, 0);
        }
        else if (strcmp(weights[i].speaks, "AGAINST") == 0) {
            ck_assert_double_le(weights[i].weight, 0);
        }
        else {
            ck_assert_str_eq(weights[i].speaks, "EITHER");
        }
    }
}
END_TEST

START_TEST(a_function_has_one_hypothesis_beside_keeping_the_more_precise)
{
    struct hypothesis *one;

    hypotheses_of(&hypotheses, MAKER, MECHANISM_KEPT);
    hypotheses_of(&hypotheses, MAKER, MECHANISM_OVERWROTE);
    one = hypotheses_of(&hypotheses, MAKER, MECHANISM_LEFT_OUT);
    ck_assert_uint_eq(hypotheses.count, 2);
    ck_assert_int_eq(one->mechanism, MECHANISM_OVERWROTE);
}
END_TEST

/* One that has a place. */
static struct hypothesis *
shown(uint32_t function, enum mechanism mechanism)
{
    struct hypothesis *one = hypotheses_of(&hypotheses, function, mechanism);

    one->tag = 1;
    return one;
}

START_TEST(what_can_be_shown_nowhere_is_nobodys)
{
    shown(MAKER, MECHANISM_KEPT);
    hypotheses_of(&hypotheses, KEEPER, MECHANISM_KEPT);
    hypotheses_weigh(&hypotheses);
    ck_assert_uint_eq(hypotheses.count, 1);
    ck_assert_uint_eq(hypotheses.items[0].function, MAKER);
}
END_TEST

START_TEST(somebody_else_may_have_done_it)
{
    shown(MAKER, MECHANISM_KEPT);
    hypotheses_weigh(&hypotheses);
    /* Of one of whom nothing is known: as likely as nobody of them. */
    ck_assert_double_eq_tol(total(), .5, 1e-9);
}
END_TEST

START_TEST(what_speaks_for_one_speaks_against_the_others)
{
    double before;

    shown(MAKER, MECHANISM_KEPT);
    shown(KEEPER, MECHANISM_KEPT);
    hypotheses_weigh(&hypotheses);
    before = hypotheses.items[0].share;
    shown(KEEPER, MECHANISM_KEPT)->values[WEIGHED_CODE_LOST] = 1;
    hypotheses_weigh(&hypotheses);
    ck_assert_uint_eq(hypotheses.items[0].function, KEEPER);
    ck_assert_double_gt(hypotheses.items[0].share, before);
    ck_assert_double_lt(hypotheses.items[1].share, before);
    ck_assert_double_lt(total(), 1);
}
END_TEST

START_TEST(a_function_stands_first_for_all_that_it_may_have_done)
{
    hypotheses_of(&hypotheses, MAKER, MECHANISM_KEPT)->share = .4;
    hypotheses_of(&hypotheses, KEEPER, MECHANISM_KEPT)->share = .25;
    hypotheses_of(&hypotheses, KEEPER, MECHANISM_LEFT_OUT)->share = .3;
    hypotheses_sort(&hypotheses);
    ck_assert_uint_eq(hypotheses.items[0].function, KEEPER);
    ck_assert_int_eq(hypotheses.items[0].mechanism, MECHANISM_LEFT_OUT);
    ck_assert_uint_eq(hypotheses.items[1].function, KEEPER);
    ck_assert_double_eq_tol(hypotheses.items[0].function_share, .55, 1e-9);
    ck_assert_uint_eq(hypotheses.items[2].function, MAKER);
}
END_TEST

/*
 * As in a module that Cython made: all references to the type were taken below
 * KEEPER, which had the instances made; DISPOSER took them apart.
 */
START_TEST(who_had_instances_made_did_not_keep_their_type)
{
    struct hypothesis *keeper = shown(KEEPER, MECHANISM_KEPT);
    struct hypothesis *disposer;

    keeper->values[WEIGHED_LIVES] = .9;
    keeper->values[WEIGHED_THROUGH] = 1;
    keeper->values[WEIGHED_NET_FITS] = 1;
    keeper->values[WEIGHED_CALL_EQUALS] = 1;
    keeper->values[WEIGHED_CALL_EQUALS_EACH] = 1;
    keeper->values[WEIGHED_OF_INSTANCES] = .95;
    disposer = shown(DISPOSER, MECHANISM_OWES_TYPE);
    disposer->values[WEIGHED_TYPE_OWED] = .95;
    disposer->values[WEIGHED_SAME_TYPE] = 1;
    disposer->values[WEIGHED_NOT_KEPT] = 1;
    hypotheses_weigh(&hypotheses);
    ck_assert_uint_eq(hypotheses.items[0].function, DISPOSER);
    ck_assert_double_gt(hypotheses.items[0].share, .6);
}
END_TEST

/* MAKER raised the exceptions, and KEEPER took them from the interpreter. */
START_TEST(who_took_an_exception_and_forgot_it_kept_it)
{
    struct hypothesis *maker = shown(MAKER, MECHANISM_KEPT), *keeper;

    maker->values[WEIGHED_LIVES] = .9;
    maker->values[WEIGHED_THROUGH] = 1;
    keeper = shown(KEEPER, MECHANISM_KEPT);
    keeper->values[WEIGHED_LIVES] = .6;
    keeper->values[WEIGHED_THROUGH] = 1;
    shown(KEEPER, MECHANISM_FETCHED)->values[WEIGHED_READ_FETCHES] = 1;
    hypotheses_weigh(&hypotheses);
    ck_assert_uint_eq(hypotheses.items[0].function, KEEPER);
    ck_assert_int_eq(hypotheses.items[0].mechanism, MECHANISM_FETCHED);
}
END_TEST

int
main(void)
{
    TCase *tcase = tcase_create("hypothesis");
    Suite *suite = suite_create("hypothesis");

    tcase_add_checked_fixture(tcase, begin, end);
    tcase_add_test(tcase, no_weight_speaks_the_other_way);
    tcase_add_test(
        tcase, a_function_has_one_hypothesis_beside_keeping_the_more_precise);
    tcase_add_test(tcase, what_can_be_shown_nowhere_is_nobodys);
    tcase_add_test(tcase, somebody_else_may_have_done_it);
    tcase_add_test(tcase, what_speaks_for_one_speaks_against_the_others);
    tcase_add_test(tcase,
                   a_function_stands_first_for_all_that_it_may_have_done);
    tcase_add_test(tcase, who_had_instances_made_did_not_keep_their_type);
    tcase_add_test(tcase, who_took_an_exception_and_forgot_it_kept_it);
    suite_add_tcase(suite, tcase);
    return unit_run(suite);
}
