#include "base/quiet_write.h"
#include "limit.h"
#include "unit.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t raised;

static void
count_signal(int number)
{
    (void)number;
    raised++;
}

static void
watch(int number)
{
    struct sigaction action = { .sa_handler = count_signal };

    raised = 0;
    ck_assert_int_eq(sigaction(number, &action, NULL), 0);
}

static void
block(int number, int how)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, number);
    ck_assert_int_eq(sigprocmask(how, &set, NULL), 0);
}

static bool
is_blocked(int number)
{
    sigset_t set;

    sigprocmask(SIG_BLOCK, NULL, &set);
    return sigismember(&set, number);
}

static bool
is_pending(int number)
{
    sigset_t set;

    sigpending(&set);
    return sigismember(&set, number);
}

/* The writing end of a pipe without a reader. */
static int
broken_pipe(void)
{
    int ends[2];

    ck_assert_int_eq(pipe(ends), 0);
    close(ends[0]);
    return ends[1];
}

static int
milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int)(now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

START_TEST(what_is_written_arrives)
{
    char got[8] = { 0 };
    int ends[2];

    ck_assert_int_eq(pipe(ends), 0);
    quiet_write(ends[1], "hello", 5);
    ck_assert_int_eq(read(ends[0], got, sizeof got), 5);
    ck_assert_str_eq(got, "hello");
}
END_TEST

START_TEST(errno_and_blocked_signals_stay_as_they_were)
{
    int fd = broken_pipe();

    block(SIGPIPE, SIG_UNBLOCK);
    block(SIGXFSZ, SIG_BLOCK);
    errno = ENOTTY;
    quiet_write(fd, "hello", 5);
    ck_assert_int_eq(errno, ENOTTY);
    ck_assert(!is_blocked(SIGPIPE));
    ck_assert(is_blocked(SIGXFSZ));
}
END_TEST

START_TEST(a_pipe_without_a_reader_raises_nothing)
{
    int fd = broken_pipe();

    watch(SIGPIPE);
    quiet_write(fd, "hello", 5);
    ck_assert_int_eq(raised, 0);
    ck_assert(!is_pending(SIGPIPE));
}
END_TEST

/* The reader goes between the look and the writing. */
static void *
close_late(void *context)
{
    usleep(2000);
    close(*(int *)context);
    return NULL;
}

START_TEST(a_reader_that_goes_while_we_wait_raises_nothing)
{
    for (int i = 0; i < 20; i++) {
        char full[4096] = { 0 };
        pthread_t thread;
        int ends[2];

        ck_assert_int_eq(pipe(ends), 0);
        fcntl(ends[1], F_SETPIPE_SZ, sizeof full);
        ck_assert_int_eq(write(ends[1], full, sizeof full), sizeof full);
        watch(SIGPIPE);
        pthread_create(&thread, NULL, close_late, &ends[0]);
        quiet_write(ends[1], "hello", 5);
        pthread_join(thread, NULL);
        ck_assert_int_eq(raised, 0);
        close(ends[1]);
    }
}
END_TEST

START_TEST(a_signal_that_was_pending_before_stays_pending)
{
    int fd = broken_pipe();

    watch(SIGPIPE);
    block(SIGPIPE, SIG_BLOCK);
    raise(SIGPIPE);
    quiet_write(fd, "hello", 5);
    ck_assert(is_pending(SIGPIPE));
    block(SIGPIPE, SIG_UNBLOCK);
    ck_assert_int_eq(raised, 1);
}
END_TEST

START_TEST(a_file_at_its_size_limit_raises_nothing)
{
    char name[] = "/tmp/reftally-quiet-XXXXXX";
    rlim_t before;
    int fd = mkstemp(name);

    ck_assert_int_ge(fd, 0);
    unlink(name);
    watch(SIGXFSZ);
    ck_assert_int_eq(write(fd, "01234567", 8), 8);
    before = limit_set(RLIMIT_FSIZE, 8);
    quiet_write(fd, "hello", 5);
    limit_set(RLIMIT_FSIZE, before);
    ck_assert_int_eq(raised, 0);
    ck_assert(!is_pending(SIGXFSZ));
    ck_assert_int_eq(lseek(fd, 0, SEEK_END), 8);
}
END_TEST

START_TEST(a_file_of_which_a_part_fits_raises_nothing)
{
    char name[] = "/tmp/reftally-quiet-XXXXXX";
    rlim_t before;
    int fd = mkstemp(name);

    ck_assert_int_ge(fd, 0);
    unlink(name);
    watch(SIGXFSZ);
    before = limit_set(RLIMIT_FSIZE, 8);
    quiet_write(fd, "0123456789", 10);
    limit_set(RLIMIT_FSIZE, before);
    ck_assert_int_eq(raised, 0);
    ck_assert_int_eq(lseek(fd, 0, SEEK_END), 8);
}
END_TEST

/* Generous: a busy machine may let us wait. */
START_TEST(nobody_is_waited_for_when_a_pipe_is_full)
{
    char full[65536] = { 0 };
    int ends[2], flags, begin;

    ck_assert_int_eq(pipe(ends), 0);
    flags = fcntl(ends[1], F_GETFL);
    fcntl(ends[1], F_SETFL, flags | O_NONBLOCK);
    while (write(ends[1], full, sizeof full) > 0) {
    }
    fcntl(ends[1], F_SETFL, flags);
    begin = milliseconds();
    quiet_write(ends[1], "hello", 5);
    ck_assert_int_lt(milliseconds() - begin, 2000);
    ck_assert_int_eq(fcntl(ends[1], F_GETFL), flags);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("quiet_write");
    TCase *tests = tcase_create("quiet_write");

    tcase_add_test(tests, what_is_written_arrives);
    tcase_add_test(tests, errno_and_blocked_signals_stay_as_they_were);
    tcase_add_test(tests, a_pipe_without_a_reader_raises_nothing);
    tcase_add_test(tests, a_reader_that_goes_while_we_wait_raises_nothing);
    tcase_add_test(tests, a_signal_that_was_pending_before_stays_pending);
    tcase_add_test(tests, a_file_at_its_size_limit_raises_nothing);
    tcase_add_test(tests, a_file_of_which_a_part_fits_raises_nothing);
    tcase_add_test(tests, nobody_is_waited_for_when_a_pipe_is_full);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
