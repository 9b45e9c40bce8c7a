/* A loop that enters functions and makes objects: when it is surveyed. */
#include "probe/watch/survey_time.h"
#include "unit.h"

#include <check.h>

enum {
    LOOK = 16,        /* entries and births between two looks */
    TOOK_NS = 100000, /* a survey */
    QUICK_NS = 1,     /* an entry of a program that is hardly there */
    PAUSES = 51,      /* a survey may take a fiftieth of the time */
    EAGER = 200,      /* surveys, then the beginning is over */
};

static int64_t now_ns, processor_ns;
static uint64_t births;

/* So many looks, half of what came in was births; how many surveys there were.
 * The processor is there for one of so many. */
static int
work_beside(int others, int looks, int64_t entry_ns)
{
    int surveys = 0;

    for (int i = 0; i < looks; i++) {
        now_ns += LOOK * entry_ns;
        processor_ns += LOOK * entry_ns / others;
        births += LOOK / 2;
        survey_time_passes(LOOK / 2, births);
        if (survey_time_allows(now_ns) &&
            survey_time_was_used(now_ns, processor_ns)) {
            survey_time_took(TOOK_NS, now_ns, processor_ns);
            surveys++;
        }
    }
    return surveys;
}

static int
work(int looks, int64_t entry_ns)
{
    return work_beside(1, looks, entry_ns);
}

/* Until the beginning is over. */
static void
grow_old(void)
{
    for (int i = 0; i <= EAGER; i++) {
        survey_time_took(TOOK_NS, now_ns, processor_ns);
    }
}

static void
begin(void)
{
    survey_time_forget();
    now_ns = processor_ns = 1;
    births = 0;
}

START_TEST(a_short_loop_is_surveyed_however_fast_it_is)
{
    begin();
    ck_assert_int_ge(work(40, QUICK_NS), 8);
}
END_TEST

START_TEST(a_long_one_less_often)
{
    int first;

    begin();
    first = work(1000, QUICK_NS);
    ck_assert_int_lt(work(1000, QUICK_NS), first / 2);
}
END_TEST

START_TEST(what_an_import_makes_does_not_count)
{
    begin();
    work(1, QUICK_NS);
    for (int i = 0; i < 10000; i++) {
        births += LOOK;
        survey_time_passes(LOOK, births);
        survey_time_imports();
    }
    ck_assert(!survey_time_allows(now_ns));
    ck_assert_int_ge(work(40, QUICK_NS), 8);
}
END_TEST

START_TEST(in_the_end_surveys_take_a_fiftieth_of_the_time)
{
    int surveys;
    int64_t start_ns;

    begin();
    grow_old();
    start_ns = now_ns;
    surveys = work(1000000, QUICK_NS);
    ck_assert_int_le(surveys, (now_ns - start_ns) / (PAUSES * TOOK_NS) + 1);
    ck_assert_int_ge(surveys, (now_ns - start_ns) / (PAUSES * TOOK_NS) - 1);
}
END_TEST

START_TEST(waiting_for_a_processor_is_not_time)
{
    int alone;

    begin();
    grow_old();
    alone = work(1000000, 4);
    begin();
    grow_old();
    ck_assert_int_le(work_beside(4, 1000000, 4), alone / 4 + 1);
}
END_TEST

START_TEST(where_nobody_knows_waiting_is_time)
{
    int alone;

    begin();
    grow_old();
    alone = work(1000000, QUICK_NS);
    begin();
    processor_ns = 0;
    grow_old();
    ck_assert_int_ge(work_beside(2 * LOOK, 1000000, QUICK_NS), alone);
}
END_TEST

START_TEST(a_forked_child_begins_anew)
{
    begin();
    work(100000, QUICK_NS);
    survey_time_forget();
    births = 0;
    ck_assert_int_ge(work(40, QUICK_NS), 8);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("survey_time");
    TCase *tests = tcase_create("survey_time");

    tcase_add_test(tests, a_short_loop_is_surveyed_however_fast_it_is);
    tcase_add_test(tests, a_long_one_less_often);
    tcase_add_test(tests, what_an_import_makes_does_not_count);
    tcase_add_test(tests, in_the_end_surveys_take_a_fiftieth_of_the_time);
    tcase_add_test(tests, waiting_for_a_processor_is_not_time);
    tcase_add_test(tests, where_nobody_knows_waiting_is_time);
    tcase_add_test(tests, a_forked_child_begins_anew);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
