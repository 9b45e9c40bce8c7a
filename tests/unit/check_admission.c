/* Invented births and deaths: which objects get accounts, and how many. */
#include "probe/admission/admission.h"
#include "unit.h"

#include <check.h>
#include <inttypes.h>

enum { MANY = 10 * 1000 * 1000, LIVES = 100 * 1000, ROUND = 1000 };

static struct ledger_kind kind;
static struct admission_terms terms;
static uint64_t asked;  /* births that got one */
static uint64_t passed; /* births that were told to be nothing new */
static uint64_t stood_for;

static void
set_up(void)
{
    kind = (struct ledger_kind){ .key = 4711 };
    terms = (struct admission_terms){ .few = ADMISSION_FEW,
                                      .enough = ADMISSION_ENOUGH };
    asked = passed = stood_for = 0;
}

/* What passes changes nothing but what it says. */
static bool
is_born(void)
{
    struct ledger_kind as_before = kind;
    bool passes = admission_passes(&kind), wanted;
    uint32_t decided;

    as_before.births = ++kind.births;
    as_before.alive = ++kind.alive;
    decided = admission_decide(&kind, terms);
    wanted = decided != ADMISSION_NONE;
    stood_for += wanted ? (uint64_t)1 << decided : 0;
    /* Each ck_assert writes to a pipe, and there are millions of births. */
    if (passes && (wanted || memcmp(&kind, &as_before, sizeof kind) != 0)) {
        ck_abort_msg("birth %" PRIu64 " passes, and is not the same",
                     kind.births);
    }
    passed += passes;
    kind.accounts += wanted;
    asked += wanted;
    return wanted;
}

static void
dies(bool had_account)
{
    kind.alive--;
    kind.accounts -= had_account;
}

/* So many births, each of which dies at once but every nth; 0: all die. */
static void
live(uint32_t count, uint32_t nth)
{
    for (uint32_t i = 1; i <= count; i++) {
        bool account = is_born();

        if (nth == 0 || i % nth != 0) {
            dies(account);
        }
    }
}

/* Objects that live for a round, all of which die at its end but one. */
static void
live_in_rounds(uint32_t rounds, uint32_t survivor, bool leaks)
{
    static bool accounts[ROUND];

    for (uint32_t r = 0; r < rounds; r++) {
        for (uint32_t i = 0; i < ROUND; i++) {
            accounts[i] = is_born();
        }
        for (uint32_t i = 0; i < ROUND; i++) {
            if (!leaks || i != survivor) {
                dies(accounts[i]);
            }
        }
    }
}

START_TEST(the_first_lives_of_a_kind_are_recorded)
{
    live(ADMISSION_RARE, 0);
    ck_assert_uint_eq(asked, ADMISSION_RARE);
}
END_TEST

/* Of thousands of kinds, each of which has one. */
START_TEST(of_a_type_that_is_well_known_few_first_lives_are_recorded)
{
    terms.lives = 2 * ADMISSION_LIVES;
    for (uint32_t i = 0; i < LIVES; i++) {
        kind = (struct ledger_kind){ .key = i };
        live(1, 0);
    }
    ck_assert_uint_gt(asked, LIVES / 5);
    ck_assert_uint_lt(asked, LIVES / 3);
    ck_assert_uint_eq(stood_for, 4 * asked);
}
END_TEST

START_TEST(what_stays_is_recorded_however_well_known_its_type_is)
{
    terms.lives = 128 * ADMISSION_LIVES;
    live(ADMISSION_ENOUGH, 1);
    ck_assert_uint_gt(kind.accounts, ADMISSION_ENOUGH / 2);
}
END_TEST

START_TEST(of_those_with_many_references_a_logarithmic_number_is_followed)
{
    uint32_t followed = 0, early;

    for (uint32_t i = 0; i < ADMISSION_OUTGROWN; i++) {
        followed += admission_outgrown(&kind);
    }
    ck_assert_uint_eq(followed, ADMISSION_OUTGROWN);
    for (uint32_t i = 0; i < ROUND; i++) {
        followed += admission_outgrown(&kind);
    }
    early = followed;
    ck_assert_uint_lt(early, 8 * ADMISSION_OUTGROWN);
    for (uint32_t i = 0; i < LIVES; i++) {
        followed += admission_outgrown(&kind);
    }
    ck_assert_uint_gt(followed, early);
    ck_assert_uint_lt(followed, 2 * early);
}
END_TEST

START_TEST(of_a_type_of_a_module_more_are_recorded)
{
    terms.few = 0;
    terms.first = ADMISSION_FIRST;
    live(ADMISSION_FIRST, 0);
    ck_assert_uint_eq(asked, ADMISSION_FIRST);
    live(LIVES, 0);
    ck_assert_uint_lt(asked, ADMISSION_FIRST + 64);
}
END_TEST

START_TEST(a_few_that_stay_after_many_lives_need_no_account)
{
    live(LIVES, 0);
    asked = 0;
    live(ADMISSION_FEW, 1);
    ck_assert_uint_eq(asked, 0);
}
END_TEST

START_TEST(who_asks_for_some_gets_the_next)
{
    live(LIVES, 0);
    asked = 0;
    kind.asked = 3;
    live(5, 0);
    ck_assert_uint_eq(asked, 3);
}
END_TEST

/* The others are drawn as ever, and stand for those that were not recorded. */
START_TEST(who_was_asked_for_stands_for_itself)
{
    live(LIVES, 0);
    stood_for = 0;
    kind.asked = 300;
    live(300, 0);
    ck_assert_uint_eq(stood_for, 300);
}
END_TEST

START_TEST(what_becomes_more_gets_accounts_until_there_are_enough)
{
    live(2 * ADMISSION_ENOUGH, 1);
    ck_assert_uint_ge(kind.accounts, ADMISSION_ENOUGH);
    ck_assert_uint_le(kind.accounts, ADMISSION_ENOUGH + ADMISSION_ENOUGH / 2);
    ck_assert_uint_eq(kind.alive, 2 * ADMISSION_ENOUGH);
}
END_TEST

START_TEST(ten_million_that_stay_take_little_more_than_a_thousand)
{
    live(ROUND, 1);
    ck_assert_uint_lt(kind.accounts, 2 * ADMISSION_ENOUGH + 64);
    live(MANY - ROUND, 1);
    ck_assert_uint_gt(kind.accounts, 2 * ADMISSION_ENOUGH);
    ck_assert_uint_lt(kind.accounts, 8 * ADMISSION_ENOUGH);
    ck_assert_uint_eq(kind.alive, MANY);
}
END_TEST

/* Those that have accounts are not all of the beginning. */
START_TEST(what_stays_late_gets_accounts_as_well)
{
    uint32_t early;

    live(MANY / 2, 1);
    early = kind.accounts;
    live(MANY / 2, 1);
    ck_assert_uint_gt(kind.accounts, early);
}
END_TEST

START_TEST(of_what_always_dies_a_logarithmic_number_is_recorded)
{
    uint64_t first;

    live(LIVES, 0);
    first = asked;
    ck_assert_uint_gt(first, 30);
    ck_assert_uint_lt(first, 300);
    live(9 * LIVES, 0);
    ck_assert_uint_gt(asked, first);
    ck_assert_uint_lt(asked, 2 * first);
}
END_TEST

START_TEST(nearly_all_births_of_what_always_dies_pass)
{
    live(LIVES, 0);
    ck_assert_uint_gt(passed, LIVES - LIVES / 100);
    ck_assert_uint_le(passed + asked, LIVES);
}
END_TEST

START_TEST(one_survivor_of_a_thousand_births_is_caught)
{
    live(ROUND * (ADMISSION_FEW + 4 * ADMISSION_ENOUGH), ROUND);
    ck_assert_uint_ge(kind.accounts, ADMISSION_ENOUGH);
}
END_TEST

START_TEST(a_leak_that_begins_after_a_million_lives_is_caught)
{
    live(10 * LIVES, 0);
    live(100 * (ADMISSION_FEW + 2 * ADMISSION_ENOUGH), 100);
    ck_assert_uint_ge(kind.accounts, ADMISSION_ENOUGH / 2);
}
END_TEST

/* Whichever of a round it is: the first ones have no privilege. */
START_TEST(one_survivor_of_each_round_is_caught_wherever_it_stands)
{
    static const uint32_t places[] = { 0, 1, 100, 499, 500, 900, ROUND - 1 };

    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        set_up();
        live_in_rounds(2000, places[i], true);
        ck_assert_uint_eq(kind.alive, 2000);
        ck_assert_uint_ge(kind.accounts, ADMISSION_ENOUGH / 4);
    }
}
END_TEST

START_TEST(rounds_that_leave_nothing_behind_are_soon_left_alone)
{
    uint64_t first;

    live_in_rounds(100, 0, false);
    first = asked;
    ck_assert_uint_lt(first, ROUND);
    live_in_rounds(1000, 0, false);
    ck_assert_uint_lt(asked - first, 200);
}
END_TEST

/* As nodes of a tree do: each tree is larger than any before. */
START_TEST(what_all_dies_now_and_then_gets_few)
{
    for (uint32_t size = 100; size < 4000; size += 100) {
        for (uint32_t i = 0; i < size; i++) {
            is_born();
        }
        kind.alive = kind.accounts = 0;
    }
    ck_assert_uint_lt(asked, kind.births / 20);
}
END_TEST

/* Among a thousand others that live for a while. */
START_TEST(one_that_stays_of_each_tree_is_caught)
{
    static bool accounts[ROUND];
    uint32_t caught = 0;

    for (uint32_t r = 0; r < 1000; r++) {
        for (uint32_t i = 0; i < 100 + r * 611 % 900; i++) {
            accounts[i] = is_born();
            if (i == 50) {
                caught += accounts[i];
            }
        }
        for (uint32_t i = 0; i < 100 + r * 611 % 900; i++) {
            if (i != 50) {
                dies(accounts[i]);
            }
        }
    }
    ck_assert_uint_ge(caught, ADMISSION_ENOUGH / 4);
}
END_TEST

/* A hundred of one call, of a kind that has done nothing but work so far. */
START_TEST(what_stays_all_at_once_is_caught)
{
    live_in_rounds(100, 0, false);
    asked = 0;
    live(ROUND + 100, 1);
    ck_assert_uint_ge(kind.accounts, ADMISSION_ENOUGH / 8);
}
END_TEST

START_TEST(what_an_import_makes_needs_no_account)
{
    terms.once = true;
    terms.few = ADMISSION_FEW_ONCE;
    live(ADMISSION_FEW_ONCE - 1, 1);
    live(LIVES, 0);
    ck_assert_uint_eq(asked, 0);
    live(ADMISSION_FEW_ONCE, 1);
    ck_assert_uint_gt(asked, 0);
}
END_TEST

START_TEST(a_fourth_of_what_an_import_keeps_is_enough)
{
    uint32_t fourth = ADMISSION_ENOUGH / ADMISSION_ONCE_SHARE;

    terms.once = true;
    live(4 * ADMISSION_ENOUGH, 1);
    ck_assert_uint_ge(kind.accounts, fourth);
    ck_assert_uint_lt(kind.accounts, ADMISSION_ENOUGH);
}
END_TEST

START_TEST(what_was_there_before_is_no_increase)
{
    for (int i = 0; i < ROUND; i++) {
        kind.births++;
        kind.alive++;
        admission_settle(&kind);
    }
    kind.alive /= 2;
    live(ROUND / 4, 1);
    ck_assert_uint_lt(asked, 50);
}
END_TEST

START_TEST(where_the_ledger_fills_fewer_are_enough)
{
    terms.enough = 4;
    live(LIVES, 1);
    ck_assert_uint_lt(kind.accounts, 64);
    ck_assert_uint_gt(kind.accounts, 4);
}
END_TEST

START_TEST(a_life_stands_for_those_that_were_not_recorded)
{
    for (uint32_t i = 0; i < LIVES; i++) {
        is_born();
    }
    ck_assert_uint_gt(stood_for, LIVES / 2);
    ck_assert_uint_lt(stood_for, LIVES * 2);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("admission");
    TCase *tests = tcase_create("admission");

    tcase_set_timeout(tests, 300);
    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(
        tests, of_those_with_many_references_a_logarithmic_number_is_followed);
    tcase_add_test(tests, the_first_lives_of_a_kind_are_recorded);
    tcase_add_test(tests, of_a_type_of_a_module_more_are_recorded);
    tcase_add_test(tests,
                   of_a_type_that_is_well_known_few_first_lives_are_recorded);
    tcase_add_test(tests,
                   what_stays_is_recorded_however_well_known_its_type_is);
    tcase_add_test(tests, a_few_that_stay_after_many_lives_need_no_account);
    tcase_add_test(tests, who_asks_for_some_gets_the_next);
    tcase_add_test(tests, who_was_asked_for_stands_for_itself);
    tcase_add_test(tests,
                   what_becomes_more_gets_accounts_until_there_are_enough);
    tcase_add_test(tests,
                   ten_million_that_stay_take_little_more_than_a_thousand);
    tcase_add_test(tests, what_stays_late_gets_accounts_as_well);
    tcase_add_test(tests, of_what_always_dies_a_logarithmic_number_is_recorded);
    tcase_add_test(tests, nearly_all_births_of_what_always_dies_pass);
    tcase_add_test(tests, one_survivor_of_a_thousand_births_is_caught);
    tcase_add_test(tests, a_leak_that_begins_after_a_million_lives_is_caught);
    tcase_add_test(tests,
                   one_survivor_of_each_round_is_caught_wherever_it_stands);
    tcase_add_test(tests, rounds_that_leave_nothing_behind_are_soon_left_alone);
    tcase_add_test(tests, what_all_dies_now_and_then_gets_few);
    tcase_add_test(tests, one_that_stays_of_each_tree_is_caught);
    tcase_add_test(tests, what_stays_all_at_once_is_caught);
    tcase_add_test(tests, what_an_import_makes_needs_no_account);
    tcase_add_test(tests, a_fourth_of_what_an_import_keeps_is_enough);
    tcase_add_test(tests, what_was_there_before_is_no_increase);
    tcase_add_test(tests, where_the_ledger_fills_fewer_are_enough);
    tcase_add_test(tests, a_life_stands_for_those_that_were_not_recorded);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
