/* Entries that pass, awake and not: when somebody may be followed. */
#include "probe/watch/watch_time.h"
#include "unit.h"

#include <check.h>

enum { ENTRIES = 1000 };

/* The program enters so many thousand functions. */
static void
work(int thousands, bool awake)
{
    for (int i = 0; i < thousands; i++) {
        watch_time_passes(ENTRIES, awake);
    }
}

START_TEST(a_short_program_is_followed_throughout)
{
    for (int i = 0; i < 60; i++) {
        ck_assert(watch_time_allows());
        work(1, true);
    }
}
END_TEST

START_TEST(a_longer_one_for_a_share_of_its_entries)
{
    work(200, true);
    ck_assert(!watch_time_allows());
    work(3000, false);
    ck_assert(!watch_time_allows());
    work(3000, false);
    ck_assert(watch_time_allows());
}
END_TEST

START_TEST(a_forked_child_begins_anew)
{
    work(1000, true);
    watch_time_forget();
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
    tcase_add_test(tests, a_longer_one_for_a_share_of_its_entries);
    tcase_add_test(tests, a_forked_child_begins_anew);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
