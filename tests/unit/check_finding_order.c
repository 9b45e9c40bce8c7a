/* Which finding comes first. */
#include "report/blame/finding_order.h"
#include "unit.h"

#include <check.h>
#include <stddef.h>

enum { FEW = 10, MANY = 1000 };

static struct finding_site somebody = { .blame = .5 };

/* The references of the finding that is first of these two. */
static uint64_t
first_of(struct finding one, struct finding other)
{
    struct finding findings[] = { one, other };
    struct report report = { .findings = findings, .finding_count = 2 };

    finding_order(&report);
    ck_assert_uint_eq(report.finding_count, 2);
    return findings[0].references;
}

static struct finding
of_somebody(uint64_t references)
{
    return (struct finding){ .objects = references,
                             .references = references,
                             .evidence = 1,
                             .confidence = .5,
                             .sites = &somebody,
                             .site_count = 1 };
}

START_TEST(the_heavier_one_is_first)
{
    ck_assert_uint_eq(first_of(of_somebody(FEW), of_somebody(MANY)), MANY);
    ck_assert_uint_eq(first_of(of_somebody(MANY), of_somebody(FEW)), MANY);
}
END_TEST

START_TEST(the_surer_one_may_be_lighter)
{
    struct finding doubtful = of_somebody(3 * FEW), sure = of_somebody(FEW);

    doubtful.confidence = .4;
    sure.confidence = .8;
    ck_assert_uint_eq(first_of(doubtful, sure), FEW);
    doubtful.objects = doubtful.references = 5 * FEW;
    ck_assert_uint_eq(first_of(doubtful, sure), 5 * FEW);
}
END_TEST

START_TEST(objects_that_leak_weigh_more_than_references_to_one_that_stays)
{
    struct finding none = of_somebody(MANY), leak = of_somebody(MANY / 5);

    none.objects = 1;
    ck_assert_uint_eq(first_of(none, leak), MANY / 5);
    leak = of_somebody(MANY / 20);
    ck_assert_uint_eq(first_of(none, leak), MANY);
    none.verdict = VERDICT_DEFICIT; /* ends in memory that is used again */
    leak = of_somebody(MANY / 5);
    ck_assert_uint_eq(first_of(none, leak), MANY);
}
END_TEST

/* Other lives do not tell of it, but something did. */
START_TEST(all_that_is_known_says_how_sure_it_is)
{
    struct finding told = of_somebody(MANY);

    told.evidence = 0;
    ck_assert_uint_eq(first_of(of_somebody(FEW), told), MANY);
}
END_TEST

START_TEST(what_containers_may_hold_is_behind_those_that_leak)
{
    struct finding stored = of_somebody(MANY), container = of_somebody(FEW);

    stored.stored = 1;
    container.holds = true;
    ck_assert_uint_eq(first_of(stored, container), FEW);
    container.holds = false;
    ck_assert_uint_eq(first_of(stored, container), MANY);
}
END_TEST

START_TEST(one_that_suspects_nobody_is_behind_all_others)
{
    struct finding nobody = { .references = MANY, .evidence = 1 };
    struct finding stored = of_somebody(FEW);
    struct finding_site innocent = { .count = MANY };

    stored.stored = 1;
    ck_assert_uint_eq(first_of(nobody, stored), FEW);
    ck_assert_uint_eq(first_of(stored, nobody), FEW);
    nobody.sites = &innocent;
    nobody.site_count = 1;
    ck_assert_uint_eq(first_of(nobody, stored), FEW);
}
END_TEST

START_TEST(what_a_test_runner_keeps_of_its_own_accord_is_behind)
{
    struct finding kept = of_somebody(MANY);
    struct finding nobody = { .references = FEW, .evidence = 1 };

    kept.verdict = VERDICT_HELD;
    kept.by_harness = true;
    ck_assert_uint_eq(first_of(kept, of_somebody(FEW)), FEW);
    ck_assert_uint_eq(first_of(kept, nobody), FEW);
}
END_TEST

START_TEST(what_hangs_on_it_weighs_as_well)
{
    struct finding_member hanging = { .objects = MANY };
    struct finding_member counted = { .objects = MANY, .references = MANY };
    struct finding root = of_somebody(FEW), other = of_somebody(2 * FEW);

    root.members = &hanging;
    root.member_count = 1;
    ck_assert_uint_eq(first_of(other, root), FEW);
    root.members = &counted; /* in the number of references already */
    ck_assert_uint_eq(first_of(other, root), 2 * FEW);
}
END_TEST

START_TEST(weak_references_hold_nothing_and_are_behind)
{
    struct finding weak = of_somebody(MANY);
    struct finding nobody = { .references = FEW, .evidence = 1 };

    weak.verdict = VERDICT_HELD;
    weak.weak = true;
    ck_assert_uint_eq(first_of(weak, of_somebody(FEW)), FEW);
    ck_assert_uint_eq(first_of(weak, nobody), FEW);
    ck_assert_uint_eq(first_of(nobody, weak), FEW);
}
END_TEST

START_TEST(what_nameless_memory_holds_is_behind_what_leaked)
{
    struct owner_path way = { .in_memory = true };
    struct finding held = of_somebody(MANY);
    struct finding nobody = { .references = FEW, .evidence = 1 };

    held.verdict = VERDICT_HELD;
    held.owners = (struct owner_summary){ .ways = &way, .way_count = 1 };
    ck_assert_uint_eq(first_of(held, of_somebody(FEW)), FEW);
    ck_assert_uint_eq(first_of(held, nobody), MANY);
    way.in_memory = false;
    ck_assert_uint_eq(first_of(held, of_somebody(FEW)), MANY);
}
END_TEST

/* How many are left of a container that leaked, and of what it may hold. */
static size_t
left_of(struct finding held)
{
    struct finding container = of_somebody(2 * FEW);
    struct finding findings[2] = { container, held };
    struct report report = { .findings = findings, .finding_count = 2 };

    findings[0].holds = true;
    finding_order(&report);
    return report.finding_count;
}

START_TEST(what_no_pointer_leads_to_is_held_by_nobody)
{
    struct finding held = {
        .objects = MANY, .references = FEW, .evidence = 1, .stored = 1
    };

    ck_assert_uint_eq(left_of(held), 1);
    held.owners = (struct owner_summary){ .objects = FEW };
    ck_assert_uint_eq(left_of(held), 1);
    held.owners.beyond = FEW; /* all that the census saw of so many */
    ck_assert_uint_eq(left_of(held), 2);
}
END_TEST

int
main(void)
{
    TCase *tcase = tcase_create("finding_order");
    Suite *suite = suite_create("finding_order");

    tcase_add_test(tcase, the_heavier_one_is_first);
    tcase_add_test(
        tcase, objects_that_leak_weigh_more_than_references_to_one_that_stays);
    tcase_add_test(tcase, the_surer_one_may_be_lighter);
    tcase_add_test(tcase, all_that_is_known_says_how_sure_it_is);
    tcase_add_test(tcase, what_containers_may_hold_is_behind_those_that_leak);
    tcase_add_test(tcase, one_that_suspects_nobody_is_behind_all_others);
    tcase_add_test(tcase, what_a_test_runner_keeps_of_its_own_accord_is_behind);
    tcase_add_test(tcase, what_hangs_on_it_weighs_as_well);
    tcase_add_test(tcase, weak_references_hold_nothing_and_are_behind);
    tcase_add_test(tcase, what_nameless_memory_holds_is_behind_what_leaked);
    tcase_add_test(tcase, what_no_pointer_leads_to_is_held_by_nobody);
    suite_add_tcase(suite, tcase);
    return unit_run(suite);
}
