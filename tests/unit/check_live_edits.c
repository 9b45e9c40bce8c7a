/*
 * Code is changed while others execute it: nothing is lost, nobody is stopped.
 */
#include "patch/apply.h"
#include "patch/live_edits.h"

#include "invented_image.h"
#include "unit.h"

#include <pthread.h>
#include <signal.h>

enum { THREADS = 3, ROUNDS = 40 };

static struct invented invented;
static bool stopping;
static volatile sig_atomic_t hosts_traps;

struct worker {
    pthread_t thread;
    bool blocks_traps;
    int64_t calls;
    int64_t count; /* what the code counts: two a call */
    bool ready;
};

/* The stubs' filter; nothing is tracked. */
static void
map_filter(void)
{
    void *table =
        mmap((void *)(uintptr_t)SHADOW_BASE, 1u << SHADOW_HASH_BITS,
             PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

    ck_assert_uint_eq((uintptr_t)table, SHADOW_BASE);
}

static void
set_up(void)
{
    stopping = false;
    hosts_traps = 0;
    invent(&invented);
    plan_invented(&invented);
}

static void
tear_down(void)
{
    forget(&invented);
}

static enum apply_result
apply_live(void)
{
    struct apply_hooks hooks = { .first_site = 1, .live = true };
    struct applied applied;

    return apply_plan(&invented.plan, &invented.image, &hooks, &applied);
}

static void *
run(void *context)
{
    struct worker *worker = context;
    int64_t (*code)(int64_t * count, int64_t argument);
    sigset_t traps;

    memcpy(&code, &invented.memory, sizeof code);
    sigemptyset(&traps);
    sigaddset(&traps, SIGTRAP);
    if (worker->blocks_traps) {
        pthread_sigmask(SIG_BLOCK, &traps, NULL);
    }
    while (!__atomic_load_n(&stopping, __ATOMIC_RELAXED)) {
        if (code(&worker->count, worker->calls) != worker->calls) {
            break;
        }
        worker->calls++;
        __atomic_store_n(&worker->ready, true, __ATOMIC_RELEASE);
    }
    return NULL;
}

static void
start(struct worker *worker)
{
    ck_assert_int_eq(pthread_create(&worker->thread, NULL, run, worker), 0);
    while (!__atomic_load_n(&worker->ready, __ATOMIC_ACQUIRE)) {
        sched_yield();
    }
}

static void
finish(struct worker *workers, int count)
{
    __atomic_store_n(&stopping, true, __ATOMIC_RELAXED);
    for (int i = 0; i < count; i++) {
        ck_assert_int_eq(pthread_join(workers[i].thread, NULL), 0);
        ck_assert_int_eq(workers[i].count, 2 * workers[i].calls);
    }
}

START_TEST(threads_that_execute_the_code_all_the_time_lose_no_change)
{
    for (int round = 0; round < ROUNDS; round++) {
        struct worker workers[THREADS] = { 0 };

        for (int i = 0; i < THREADS; i++) {
            start(&workers[i]);
        }
        ck_assert(live_edits_begin());
        ck_assert_int_eq(apply_live(), APPLY_DONE);
        live_edits_end();
        ck_assert_uint_eq(invented.memory[0], 0xe9);
        ck_assert_uint_eq(invented.memory[FAR], 0xe9);
        finish(workers, THREADS);
        tear_down();
        set_up();
    }
}
END_TEST

START_TEST(a_thread_that_would_not_survive_a_trap_keeps_the_code_as_it_is)
{
    struct worker worker = { .blocks_traps = true };

    start(&worker);
    ck_assert(live_edits_begin());
    ck_assert_int_eq(apply_live(), APPLY_OCCUPIED);
    live_edits_end();
    ck_assert_mem_eq(invented.memory, invented_site, sizeof invented_site);
    ck_assert_mem_eq(invented.memory + FAR, invented_site,
                     sizeof invented_site);
    finish(&worker, 1);
}
END_TEST

static int channel[2];

static void *
wait_for_byte(void *context)
{
    ssize_t *got = context;
    sigset_t all;
    char byte;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    *got = read(channel[0], &byte, 1);
    return NULL;
}

START_TEST(a_thread_that_waits_goes_on_waiting)
{
    pthread_t thread;
    ssize_t got = 0;

    ck_assert_int_eq(pipe(channel), 0);
    ck_assert_int_eq(pthread_create(&thread, NULL, wait_for_byte, &got), 0);
    ck_assert(live_edits_begin());
    ck_assert_int_eq(apply_live(), APPLY_DONE);
    live_edits_end();
    ck_assert_int_eq(write(channel[1], "", 1), 1);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    ck_assert_int_eq(got, 1);
    close(channel[0]);
    close(channel[1]);
}
END_TEST

static void
on_hosts_trap(int number)
{
    (void)number;
    hosts_traps++;
}

START_TEST(traps_of_the_host_reach_its_handler)
{
    struct sigaction action = { .sa_handler = on_hosts_trap }, after;

    ck_assert_int_eq(sigaction(SIGTRAP, &action, NULL), 0);
    ck_assert(live_edits_begin());
    raise(SIGTRAP);
    __asm__ volatile("int3");
    ck_assert_int_eq(hosts_traps, 2);
    live_edits_end();
    ck_assert_int_eq(sigaction(SIGTRAP, NULL, &after), 0);
    ck_assert_ptr_eq((void *)(uintptr_t)after.sa_handler,
                     (void *)(uintptr_t)on_hosts_trap);
}
END_TEST

START_TEST(outside_of_a_session_nothing_is_written)
{
    ck_assert_int_eq(apply_live(), APPLY_OCCUPIED);
    ck_assert_mem_eq(invented.memory, invented_site, sizeof invented_site);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("live_edits");
    TCase *all = tcase_create("all");

    tcase_add_checked_fixture(all, set_up, tear_down);
    if (!UNIT_SANITIZED) {
        tcase_add_unchecked_fixture(all, map_filter, NULL);
    }
    tcase_set_timeout(all, 120);
    if (!UNIT_SANITIZED) {
        tcase_add_test(
            all, threads_that_execute_the_code_all_the_time_lose_no_change);
        tcase_add_test(
            all,
            a_thread_that_would_not_survive_a_trap_keeps_the_code_as_it_is);
        tcase_add_test(all, a_thread_that_waits_goes_on_waiting);
        tcase_add_test(all, outside_of_a_session_nothing_is_written);
    }
    tcase_add_test(all, traps_of_the_host_reach_its_handler);
    suite_add_tcase(suite, all);
    return unit_run(suite);
}
