/* Work that faults, and signals that are none of its. */
#include "probe/census/census_guard.h"
#include "unit.h"

#include <check.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

static volatile sig_atomic_t handled;
static sigjmp_buf out;

static void
hosts_handler(int number)
{
    (void)number;
    handled++;
}

static void
hosts_way_out(int number)
{
    (void)number;
    handled++;
    siglongjmp(out, 1);
}

static void
handle(void (*handler)(int))
{
    struct sigaction action = { .sa_handler = handler };

    handled = 0;
    ck_assert_int_eq(sigaction(SIGSEGV, &action, NULL), 0);
}

static bool
is_handled_by(void (*handler)(int))
{
    struct sigaction now;

    return sigaction(SIGSEGV, NULL, &now) == 0 && now.sa_handler == handler;
}

static void
fault(void *context)
{
    *(volatile int *)context = 1;
}

static void
do_nothing(void *context)
{
    ++*(int *)context;
}

static void
send_signal(void *context)
{
    (void)context;
    ck_assert_int_eq(raise(SIGSEGV), 0);
}

static void *
fault_elsewhere(void *context)
{
    if (sigsetjmp(out, 1) == 0) {
        fault(context);
    }
    return NULL;
}

static void
let_another_fault(void *context)
{
    pthread_t thread;

    ck_assert_int_eq(pthread_create(&thread, NULL, fault_elsewhere, context),
                     0);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
}

START_TEST(work_that_faults_ends_there)
{
    int calls = 0;

    handle(hosts_handler);
    for (int i = 0; i < 3; i++) {
        ck_assert(!census_guard_call(fault, (void *)16));
        ck_assert(census_guard_call(do_nothing, &calls));
    }
    ck_assert_int_eq(calls, 3);
    ck_assert_int_eq(handled, 0);
    ck_assert(is_handled_by(hosts_handler));
}
END_TEST

START_TEST(the_signal_may_be_blocked)
{
    sigset_t segv, now;

    handle(SIG_DFL);
    sigemptyset(&segv);
    sigaddset(&segv, SIGSEGV);
    ck_assert_int_eq(sigprocmask(SIG_BLOCK, &segv, NULL), 0);
    ck_assert(!census_guard_call(fault, (void *)16));
    ck_assert_int_eq(sigprocmask(SIG_SETMASK, NULL, &now), 0);
    ck_assert_int_eq(sigismember(&now, SIGSEGV), 1);
    ck_assert(is_handled_by(SIG_DFL));
}
END_TEST

START_TEST(what_somebody_sends_is_the_hosts)
{
    handle(hosts_handler);
    ck_assert(census_guard_call(send_signal, NULL));
    ck_assert_int_eq(handled, 1);
    ck_assert(is_handled_by(hosts_handler));
}
END_TEST

START_TEST(the_fault_of_another_thread_is_the_hosts)
{
    handle(hosts_way_out);
    ck_assert(census_guard_call(let_another_fault, (void *)16));
    ck_assert_int_eq(handled, 1);
    ck_assert(is_handled_by(hosts_way_out));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("census_guard");
    TCase *tests = tcase_create("census_guard");

    census_guard_init();
    tcase_add_test(tests, work_that_faults_ends_there);
    tcase_add_test(tests, the_signal_may_be_blocked);
    tcase_add_test(tests, what_somebody_sends_is_the_hosts);
    tcase_add_test(tests, the_fault_of_another_thread_is_the_hosts);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
