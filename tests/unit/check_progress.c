/* How often a user who waits is told what for. */
#include "cli/text/progress.h"
#include "unit.h"

#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static int standard_error, pipe_ends[2];

static void
set_up(void)
{
    ck_assert_int_eq(pipe(pipe_ends), 0);
    standard_error = dup(STDERR_FILENO);
    dup2(pipe_ends[1], STDERR_FILENO);
    fcntl(pipe_ends[0], F_SETFL, O_NONBLOCK);
    progress_begin();
}

static void
tear_down(void)
{
    progress_end();
    dup2(standard_error, STDERR_FILENO);
    close(standard_error);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
}

/* The time is up. In how many seconds it will be again. */
static unsigned
ring(void)
{
    raise(SIGALRM);
    return alarm(0);
}

START_TEST(says_what_is_being_done)
{
    static const char expected[] = "reftally: ranking ...\n";
    char line[sizeof expected] = "";

    progress_set("ranking");
    ring();
    ck_assert_int_eq(read(pipe_ends[0], line, sizeof line),
                     sizeof expected - 1);
    ck_assert_str_eq(line, expected);
}
END_TEST

START_TEST(is_quiet_in_the_first_second)
{
    ck_assert_uint_le(alarm(0), 1);
}
END_TEST

START_TEST(what_lasts_is_said_less_and_less_often)
{
    progress_set("ranking");
    ck_assert_uint_eq(ring(), 5);
    ck_assert_uint_eq(ring(), 10);
    ck_assert_uint_eq(ring(), 20);
    progress_set("writing the report");
    ck_assert_uint_eq(ring(), 5);
    ck_assert_uint_eq(ring(), 10);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("progress");
    TCase *tests = tcase_create("progress");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, says_what_is_being_done);
    tcase_add_test(tests, is_quiet_in_the_first_second);
    tcase_add_test(tests, what_lasts_is_said_less_and_less_often);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
