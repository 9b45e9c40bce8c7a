#include "probe/watch/breakpoint.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile uint64_t slot;
static struct breakpoint breakpoint;
static int others_hold; /* of the four; 0 where nobody else has any */

static void
set_up(void)
{
    slot = 1;
    if (!breakpoint_set(&breakpoint, (uint64_t)(uintptr_t)&slot)) {
        exit(77); /* not in this kernel, or not for us */
    }
}

static void
tear_down(void)
{
    breakpoint_remove(&breakpoint);
}

START_TEST(a_write_is_told_with_its_address)
{
    uint64_t pc;

    ck_assert_uint_eq(breakpoint_next(&breakpoint), 0);
    slot = 2;
    pc = breakpoint_next(&breakpoint);
    ck_assert_uint_gt(
        pc, (uint64_t)(uintptr_t)&a_write_is_told_with_its_address_fn);
    ck_assert_uint_lt(
        pc, (uint64_t)(uintptr_t)&a_write_is_told_with_its_address_fn + 512);
    ck_assert_uint_eq(breakpoint_next(&breakpoint), 0);
}
END_TEST

START_TEST(reading_trips_nothing)
{
    ck_assert_uint_eq(slot, 1);
    ck_assert_uint_eq(breakpoint_next(&breakpoint), 0);
}
END_TEST

START_TEST(more_writes_than_the_ring_holds_do_no_harm)
{
    int seen = 0;

    for (int i = 0; i < 10000; i++) {
        slot = (uint64_t)i;
    }
    while (breakpoint_next(&breakpoint) != 0) {
        seen++;
    }
    ck_assert_int_gt(seen, 10);
}
END_TEST

static __attribute__((noinline, noclone)) uint64_t
twice(uint64_t number)
{
    __asm__ volatile("" : "+r"(number));
    return 2 * number;
}

/* One place that calls it, however often. */
static uint64_t (*volatile call)(uint64_t) = twice;

START_TEST(an_instruction_is_told_with_registers_and_stack)
{
    struct breakpoint_sample sample;
    struct breakpoint code;
    uint64_t to = (uint64_t)(uintptr_t)twice, inside = 0;

    for (uint64_t i = 0; i < 2; i++) {
        if (!breakpoint_set_on_code(&code, to)) {
            exit(77); /* data may be watched, and code may not */
        }
        ck_assert(!breakpoint_next_sample(&code, &sample));
        ck_assert_uint_eq(call(7 + i), 2 * (7 + i));
        ck_assert(breakpoint_next_sample(&code, &sample));
        ck_assert(!breakpoint_next_sample(&code, &sample));
        breakpoint_remove(&code);
        ck_assert_uint_gt(sample.stack_words, 8);
        if (i == 0) { /* the return address stands there */
            inside = sample.registers[CPU_SAMPLED_STACK];
            to = sample.stack[0];
        }
    }
    ck_assert_uint_eq(sample.registers[CPU_SAMPLED_RESULT], 16);
    ck_assert_uint_eq(sample.registers[CPU_SAMPLED_STACK], inside + 8);
}
END_TEST

START_TEST(more_calls_than_the_pages_hold_do_no_harm)
{
    struct breakpoint_sample sample;
    struct breakpoint code;
    int seen = 0;

    if (!breakpoint_set_on_code(&code, (uint64_t)(uintptr_t)twice)) {
        exit(77);
    }
    for (uint64_t i = 0; i < 1000; i++) {
        ck_assert_uint_eq(call(i), 2 * i);
    }
    while (breakpoint_next_sample(&code, &sample)) {
        seen++;
    }
    breakpoint_remove(&code);
    ck_assert_int_gt(seen, 1);
}
END_TEST

/* However long a loop is that nobody looks at. */
START_TEST(it_ends_by_itself)
{
    for (int i = 0; i < 10000; i++) {
        slot = (uint64_t)i;
    }
    while (breakpoint_next(&breakpoint) != 0) {
    }
    slot = 0;
    ck_assert_uint_eq(breakpoint_next(&breakpoint), 0);
}
END_TEST

START_TEST(there_are_four)
{
    struct breakpoint more[4];
    int count = 0;

    errno = 0;
    while (count < 4 &&
           breakpoint_set(&more[count], (uint64_t)(uintptr_t)&slot)) {
        count++;
    }
    if (count < 3) {
        others_hold = 3 - count;
        printf("%d of four breakpoints cannot be had: %s\n", others_hold,
               strerror(errno));
    }
    for (int i = 0; i < count; i++) {
        breakpoint_remove(&more[i]);
    }
    ck_assert_int_eq(count + others_hold, 3);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("breakpoint");
    TCase *tests = tcase_create("breakpoint");
    SRunner *runner = srunner_create(suite);

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_write_is_told_with_its_address);
    tcase_add_test(tests, reading_trips_nothing);
    tcase_add_test(tests, more_writes_than_the_ring_holds_do_no_harm);
    tcase_add_test(tests, an_instruction_is_told_with_registers_and_stack);
    tcase_add_test(tests, more_calls_than_the_pages_hold_do_no_harm);
    tcase_add_test(tests, it_ends_by_itself);
    tcase_add_test(tests, there_are_four);
    suite_add_tcase(suite, tests);
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    if (failed == 0 && others_hold > 0) {
        return 77;
    }
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
