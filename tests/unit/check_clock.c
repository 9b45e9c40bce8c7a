#include "base/clock.h"
#include "unit.h"

#include <check.h>
#include <sys/prctl.h>

START_TEST(the_two_clocks_are_read)
{
    ck_assert_int_gt(clock_ns(CLOCK_MONOTONIC), 0);
    ck_assert_int_gt(clock_ns(CLOCK_REALTIME), 0);
    ck_assert_int_eq(clock_ns(CLOCK_PROCESS_CPUTIME_ID), 0);
}
END_TEST

static int
forbidden(clockid_t clock, struct timespec *now)
{
    (void)clock;
    (void)now;
    ck_abort_msg("the instruction was used");
    return -1;
}

START_TEST(time_goes_on_where_its_instruction_is_forbidden)
{
    int64_t before = clock_ns(CLOCK_MONOTONIC);

    clock_ask_kernel();
    clock_read_by(forbidden);
    ck_assert_int_eq(prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0), 0);
    for (int i = 0; i < 100; i++) {
        int64_t now = clock_ns(CLOCK_MONOTONIC);

        if (now < before || clock_ns(CLOCK_REALTIME) == 0) {
            before = 0;
        }
    }
    prctl(PR_SET_TSC, PR_TSC_ENABLE, 0, 0, 0);
    ck_assert_int_gt(before, 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("clock");
    TCase *tests = tcase_create("clock");

    tcase_add_test(tests, the_two_clocks_are_read);
    tcase_add_test(tests, time_goes_on_where_its_instruction_is_forbidden);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
