/* Time that passes, awake and not: when somebody may be followed. */
#include "base/clock.h"
#include "probe/watch/watch_time.h"
#include "unit.h"

#include <check.h>

/* The process works for so long. */
static void
work(int64_t milliseconds)
{
    int64_t end_ns =
        clock_ns(CLOCK_PROCESS_CPUTIME_ID) + milliseconds * 1000000;

    while (clock_ns(CLOCK_PROCESS_CPUTIME_ID) < end_ns) {
    }
}

START_TEST(a_short_program_is_followed_throughout)
{
    for (int i = 0; i < 20; i++) {
        ck_assert(watch_time_allows());
        watch_time_passes(true);
        work(10);
    }
}
END_TEST

START_TEST(a_longer_one_for_a_tenth_of_its_time)
{
    for (int i = 0; i < 40; i++) {
        watch_time_passes(true);
        work(10);
    }
    watch_time_passes(false);
    ck_assert(!watch_time_allows());
    for (int i = 0; i < 200 && !watch_time_allows(); i++) {
        work(20);
        watch_time_passes(false);
    }
    ck_assert(watch_time_allows());
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("watch_time");
    TCase *tests = tcase_create("watch_time");

    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, a_short_program_is_followed_throughout);
    tcase_add_test(tests, a_longer_one_for_a_tenth_of_its_time);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
