/* Who is likely to blame for one finding is suspected more of another. */
#include "report/blame/elsewhere.h"
#include "unit.h"

#include <check.h>

enum { CULPRIT = 1, MAKER, READER, FINDINGS = 2 };

static struct finding findings[FINDINGS];
static struct suspect all[FINDINGS];
static struct suspect *const suspects[FINDINGS] = { &all[0], &all[1] };

static void
add(struct finding *finding, uint32_t function, double lives)
{
    struct hypothesis *one =
        hypotheses_of(&finding->hypotheses, function, MECHANISM_KEPT);

    one->tag = 1;
    one->values[WEIGHED_LIVES] = lives;
}

/* Of one finding it is the culprit, alone; of the other it is hardly behind. */
static void
set_up(void)
{
    for (size_t i = 0; i < FINDINGS; i++) {
        all[i] = (struct suspect){ 0 };
        findings[i] = (struct finding){ .verdict = VERDICT_SURPLUS };
    }
    add(&findings[0], CULPRIT, 1);
    add(&findings[1], MAKER, .7);
    add(&findings[1], CULPRIT, .6);
    for (size_t i = 0; i < FINDINGS; i++) {
        hypotheses_weigh(&findings[i].hypotheses);
    }
}

static void
tear_down(void)
{
    for (size_t i = 0; i < FINDINGS; i++) {
        hypotheses_clear(&findings[i].hypotheses);
    }
}

static uint32_t
first_of(size_t finding)
{
    return findings[finding].hypotheses.items[0].function;
}

START_TEST(the_culprit_of_another_finding_is_suspected_more)
{
    ck_assert_uint_eq(first_of(1), MAKER);
    elsewhere_argue(findings, suspects, FINDINGS);
    ck_assert_uint_eq(first_of(1), CULPRIT);
}
END_TEST

START_TEST(nobody_speaks_for_himself)
{
    double before = findings[0].hypotheses.items[0].share;

    elsewhere_argue(findings, suspects, 1);
    ck_assert_double_eq_tol(findings[0].hypotheses.items[0].share, before,
                            1e-9);
}
END_TEST

START_TEST(what_may_not_be_told_of_says_nothing)
{
    all[0].drowned = true;
    elsewhere_argue(findings, suspects, FINDINGS);
    ck_assert_uint_eq(first_of(1), MAKER);
}
END_TEST

START_TEST(deficits_are_not_weighed)
{
    findings[0].verdict = findings[1].verdict = VERDICT_DEFICIT;
    elsewhere_argue(findings, suspects, FINDINGS);
    ck_assert_uint_eq(first_of(1), MAKER);
}
END_TEST

START_TEST(who_has_no_part_in_others_is_left_alone)
{
    add(&findings[1], READER, .5);
    elsewhere_argue(findings, suspects, FINDINGS);
    for (size_t i = 0; i < findings[1].hypotheses.count; i++) {
        const struct hypothesis *one = &findings[1].hypotheses.items[i];

        ck_assert((one->values[WEIGHED_ELSEWHERE] > 0) ==
                  (one->function == CULPRIT));
    }
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("elsewhere");
    TCase *tests = tcase_create("elsewhere");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, the_culprit_of_another_finding_is_suspected_more);
    tcase_add_test(tests, nobody_speaks_for_himself);
    tcase_add_test(tests, what_may_not_be_told_of_says_nothing);
    tcase_add_test(tests, deficits_are_not_weighed);
    tcase_add_test(tests, who_has_no_part_in_others_is_left_alone);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
