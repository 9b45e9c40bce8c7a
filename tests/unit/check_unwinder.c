/* Steps from a function to its caller by the tables of this very program. */
#include "unit.h"

#include "probe/stack/unwinder.h"

#include <check.h>
#include <execinfo.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { DEPTH = 40, ROUNDS = 4000 };

/* As libunwind calls it: each other call, that gives back what the one before
 * blocked, can be refused, or each one before such a call. */
static enum { REFUSE_NONE, REFUSE_TO_BLOCK, REFUSE_TO_GIVE_BACK } refused;
static unsigned mask_calls;

int
sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    bool gives_back = old == NULL;

    mask_calls++;
    if (refused == (gives_back ? REFUSE_TO_GIVE_BACK : REFUSE_TO_BLOCK)) {
        if (old != NULL) {
            memset(old, 0xff, sizeof *old); /* whatever was there */
        }
        return -1;
    }
    return pthread_sigmask(how, set, old);
}

/* Where the caller of this function stands. */
static __attribute__((noinline)) struct unwinder_frame
frame_here(void)
{
    return (struct unwinder_frame){
        .pc = (uint64_t)(uintptr_t)__builtin_return_address(0),
        .stack_pointer = (uint64_t)(uintptr_t)__builtin_dwarf_cfa(),
        .base_pointer = *(uint64_t *)__builtin_frame_address(0),
    };
}

/* The return addresses around a frame, as far as they can be found. */
static int
walk(struct unwinder_frame frame, uint64_t *found)
{
    int count = 0;
    struct unwinder_frame caller;

    while (count < DEPTH &&
           unwinder_step(&frame, NULL, &caller) == UNWINDER_STEPPED) {
        found[count++] = caller.pc;
        frame = caller;
    }
    return count;
}

/* Some of these functions have a frame pointer, some have not. */
static __attribute__((noinline, optimize("omit-frame-pointer"))) int
compare_here(int more)
{
    void *expected[DEPTH];
    uint64_t found[DEPTH];
    int count, expected_count, own = 0;

    if (more > 0) {
        return compare_here(more - 1) + 1;
    }
    unwinder_begin(0, 0);
    count = walk(frame_here(), found);
    expected_count = backtrace(expected, DEPTH);
    ck_assert_int_ge(count, 4);
    /* A sanitizer has a function of its own around the library's. */
    while (own < 2 && (uint64_t)(uintptr_t)expected[own + 1] != found[0]) {
        own++;
    }
    for (int i = 0; i < count && i + own + 1 < expected_count; i++) {
        ck_assert_uint_eq(found[i], (uint64_t)(uintptr_t)expected[i + own + 1]);
    }
    return 0;
}

static __attribute__((noinline, optimize("no-omit-frame-pointer"))) int
compare_with_base_pointer(size_t size)
{
    volatile char room[size]; /* moves the stack pointer by who knows what */

    room[size - 1] = 0;
    return compare_here(2) + room[size - 1];
}

START_TEST(callers_are_those_that_the_c_library_finds)
{
    ck_assert(unwinder_init());
    ck_assert_int_eq(compare_here(0), 0);
    ck_assert_int_eq(compare_with_base_pointer((size_t)rand() % 999 + 1), 2);
}
END_TEST

START_TEST(code_without_tables_is_unknown)
{
    static const uint8_t code[16];
    struct unwinder_frame frame = frame_here(), caller;

    ck_assert(unwinder_init());
    unwinder_begin(0, 0);
    frame.pc = (uint64_t)(uintptr_t)&code;
    ck_assert_int_eq(unwinder_step(&frame, NULL, &caller), UNWINDER_UNKNOWN);
    frame.pc = 8;
    ck_assert_int_eq(unwinder_step(&frame, NULL, &caller), UNWINDER_UNKNOWN);
}
END_TEST

START_TEST(a_stack_that_is_not_there_is_no_crash)
{
    struct unwinder_frame frame = frame_here(), caller;

    ck_assert(unwinder_init());
    unwinder_begin(0, 0);
    frame.stack_pointer = 4096;
    frame.base_pointer = 4096;
    ck_assert_int_ne(unwinder_step(&frame, NULL, &caller), UNWINDER_STEPPED);
}
END_TEST

static void
check_signals_stay(int what)
{
    struct unwinder_frame frame = frame_here();
    uint64_t found[DEPTH];
    sigset_t before, after;

    sigemptyset(&before);
    sigaddset(&before, SIGUSR2);
    ck_assert(unwinder_init());
    ck_assert_int_eq(pthread_sigmask(SIG_SETMASK, &before, NULL), 0);
    mask_calls = 0;
    refused = what;
    unwinder_begin(0, 0);
    walk(frame, found);
    unwinder_finish();
    refused = REFUSE_NONE;
    ck_assert_uint_gt(mask_calls, 0);
    ck_assert_int_eq(pthread_sigmask(SIG_SETMASK, NULL, &after), 0);
    for (int number = 1; number < SIGRTMIN; number++) {
        ck_assert_int_eq(sigismember(&after, number), number == SIGUSR2);
    }
}

START_TEST(signals_are_heard_again_when_giving_them_back_is_refused)
{
    check_signals_stay(REFUSE_TO_GIVE_BACK);
}
END_TEST

START_TEST(signals_are_as_they_were_when_blocking_them_is_refused)
{
    check_signals_stay(REFUSE_TO_BLOCK);
}
END_TEST

START_TEST(memory_does_not_grow_with_steps)
{
    struct rusage before, after;
    uint64_t found[DEPTH];

    ck_assert(unwinder_init());
    unwinder_begin(0, 0);
    walk(frame_here(), found);
    getrusage(RUSAGE_SELF, &before);
    for (int i = 0; i < ROUNDS; i++) {
        ck_assert_int_ge(walk(frame_here(), found), 2);
    }
    getrusage(RUSAGE_SELF, &after);
    ck_assert_int_le(after.ru_maxrss, before.ru_maxrss + 256); /* KiB */
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("unwinder");
    TCase *tests = tcase_create("unwinder");

    tcase_add_test(tests, callers_are_those_that_the_c_library_finds);
    tcase_add_test(tests, code_without_tables_is_unknown);
    tcase_add_test(tests, a_stack_that_is_not_there_is_no_crash);
    tcase_add_test(tests,
                   signals_are_heard_again_when_giving_them_back_is_refused);
    tcase_add_test(tests,
                   signals_are_as_they_were_when_blocking_them_is_refused);
    if (!UNIT_SANITIZED) { /* which itself grows */
        tcase_add_test(tests, memory_does_not_grow_with_steps);
    }
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
