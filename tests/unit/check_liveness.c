/* Which registers and flags are free at a place: followed over branches. */
#include "code.h"
#include "unit.h"

#include "arch/liveness.h"

#include <stdlib.h>
#include <string.h>

enum {
    RAX = 1 << REGISTER_RAX,
    RCX = 1 << REGISTER_RCX,
    RDX = 1 << REGISTER_RDX,
    RBX = 1 << REGISTER_RBX,
    R11 = 1 << REGISTER_R11,
};

/* Out of `wanted`; an indirect jump may lead to instruction `entered`. */
static uint32_t
free_with_entry(const uint8_t *bytes, size_t size, size_t entered, size_t index,
                uint32_t wanted)
{
    struct function function = decode_function(bytes, size);
    static uint8_t is_entered[CODE_BYTES_MAX];
    static uint32_t live[CODE_BYTES_MAX];

    memset(is_entered, 0, sizeof is_entered);
    is_entered[entered] = 1;
    liveness_solve(&(struct liveness_part){ function, is_entered, live }, 1);
    return wanted & ~live[index];
}

static uint32_t
free_at(const uint8_t *bytes, size_t size, size_t index, uint32_t wanted)
{
    return free_with_entry(bytes, size, 0, index, wanted);
}

START_TEST(a_register_is_free_when_it_is_overwritten_first)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0x07, 0x01, /* addq $1,(%rdi) */
        0x48, 0x89, 0xc8,       /* mov %rcx,%rax */
        0x48, 0x89, 0xca,       /* mov %rcx,%rdx */
        0xc3,
    };

    ck_assert_uint_eq(free_at(bytes, sizeof bytes, 0, RAX | RCX | RDX),
                      RAX | RDX);
    ck_assert_uint_eq(free_at(bytes, sizeof bytes, 2, RAX | RDX), RDX);
}
END_TEST

START_TEST(nothing_is_free_where_the_function_ends)
{
    static const uint8_t ret[] = { 0xc3 };
    static const uint8_t tail_call[] = { 0xe9, 0x00, 0x10, 0x00, 0x00 };
    static const uint8_t indirect[] = { 0xff, 0xe0 };
    static const uint8_t runs_out[] = { 0x90 };

    ck_assert_uint_eq(free_at(ret, sizeof ret, 0, RAX | RBX), 0);
    ck_assert_uint_eq(free_at(tail_call, sizeof tail_call, 0, RAX | RBX), 0);
    ck_assert_uint_eq(free_at(indirect, sizeof indirect, 0, RCX), 0);
    ck_assert_uint_eq(free_at(runs_out, sizeof runs_out, 0, RCX), 0);
}
END_TEST

START_TEST(both_sides_of_a_branch_must_overwrite)
{
    static const uint8_t one_side[] = {
        0x74, 0x07,          /* je 1f */
        0x31, 0xc0,          /* xor %eax,%eax */
        0xb9, 1,    0, 0, 0, /* mov $1,%ecx */
        0xb9, 2,    0, 0, 0, /* 1: mov $2,%ecx */
        0xc3,
    };

    ck_assert_uint_eq(free_at(one_side, sizeof one_side, 0, RAX | RCX), RCX);
    ck_assert_uint_eq(free_at(one_side, sizeof one_side, 1, RAX | RCX),
                      RAX | RCX);
}
END_TEST

START_TEST(a_loop_comes_to_an_end)
{
    static const uint8_t bytes[] = {
        0x48, 0xff, 0xc9, /* 1: dec %rcx */
        0x75, 0xfb,       /* jne 1b */
        0x31, 0xc0,       /* xor %eax,%eax */
        0xc3,
    };
    static const uint8_t endless[] = { 0xeb, 0xfe };

    /* It may give up and call rax used; it must not call rcx free. */
    ck_assert(!(free_at(bytes, sizeof bytes, 0, RAX | RCX) & RCX));
    ck_assert_uint_eq(free_at(endless, sizeof endless, 0, RAX) & ~RAX, 0);
}
END_TEST

START_TEST(flags_do_not_survive_calls_and_returns)
{
    static const uint8_t call[] = { 0x90, 0xe8, 0x00, 0x10, 0x00, 0x00, 0xc3 };

    ck_assert_uint_eq(free_at(call, sizeof call, 0, RESOURCE_FLAGS | RAX),
                      RESOURCE_FLAGS);
}
END_TEST

START_TEST(flags_that_a_branch_reads_are_not_free)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x10, /* mov %rdx,(%rax) */
        0x74, 0x00,       /* je */
        0xc3,
    };
    static const uint8_t increment[] = {
        0x48, 0xff, 0x00,       /* incq (%rax): keeps the carry */
        0x48, 0x83, 0xd0, 0x00, /* adc $0,%rax */
        0xc3,
    };
    uint32_t all = RESOURCE_FLAGS;

    ck_assert_uint_ne(free_at(bytes, sizeof bytes, 0, all), all);
    ck_assert_uint_eq(free_at(increment, sizeof increment, 0, all),
                      all & ~(uint32_t)RESOURCE_CARRY);
}
END_TEST

START_TEST(a_value_may_wait_through_a_call_of_a_known_function)
{
    static const uint8_t bytes[] = {
        0x90,                         /* nop */
        0xe8, 0x00, 0x10, 0x00, 0x00, /* call, which may leave r11 alone */
        0x4c, 0x89, 0xd8,             /* mov %r11,%rax */
        0xc3,
    };

    ck_assert_uint_eq(free_at(bytes, sizeof bytes, 0, R11), 0);
}
END_TEST

START_TEST(nothing_waits_through_a_call_of_an_unknown_function)
{
    static const uint8_t bytes[] = {
        0x90,             /* nop */
        0xff, 0x17,       /* call *(%rdi) */
        0x4c, 0x89, 0xd8, /* mov %r11,%rax: whatever it left there */
        0xc3,
    };

    ck_assert_uint_eq(free_at(bytes, sizeof bytes, 0, R11 | RBX | RDX), R11);
}
END_TEST

START_TEST(a_caller_gives_up_what_the_function_overwrites)
{
    static const uint8_t overwrites[] = {
        0x90,             /* nop */
        0xc3,             /* ret */
        0x49, 0x89, 0xfb, /* mov %rdi,%r11 */
        0x48, 0x89, 0xf9, /* mov %rdi,%rcx */
        0x48, 0x89, 0xfb, /* mov %rdi,%rbx, which it must restore */
        0xc3,
    };
    static const uint8_t leaves_alone[] = { 0x90, 0xc3 };

    ck_assert_uint_eq(
        free_at(overwrites, sizeof overwrites, 0, R11 | RCX | RDX | RBX),
        R11 | RCX);
    ck_assert_uint_eq(free_at(leaves_alone, sizeof leaves_alone, 0, R11 | RCX),
                      0);
}
END_TEST

START_TEST(a_computed_jump_may_lead_wherever_it_is_allowed_to)
{
    static const uint8_t bytes[] = {
        0xff, 0xe0,       /* jmp *%rax */
        0x4c, 0x89, 0xd8, /* mov %r11,%rax */
        0x49, 0x89, 0xfb, /* mov %rdi,%r11 */
        0xff, 0xe0,       /* jmp *%rax */
    };

    ck_assert_uint_eq(free_with_entry(bytes, sizeof bytes, 1, 0, R11), 0);
    ck_assert_uint_eq(free_with_entry(bytes, sizeof bytes, 2, 0, R11), R11);
}
END_TEST

START_TEST(a_system_call_reads_all_registers)
{
    static const uint8_t bytes[] = {
        0x90,             /* nop */
        0x0f, 0x05,       /* syscall */
        0x48, 0x89, 0xfa, /* mov %rdi,%rdx */
        0xc3,
    };

    ck_assert_uint_eq(free_at(bytes, sizeof bytes, 0, RDX), 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("liveness");
    TCase *tests = tcase_create("liveness");

    tcase_add_test(tests, a_register_is_free_when_it_is_overwritten_first);
    tcase_add_test(tests, nothing_is_free_where_the_function_ends);
    tcase_add_test(tests, both_sides_of_a_branch_must_overwrite);
    tcase_add_test(tests, a_loop_comes_to_an_end);
    tcase_add_test(tests, flags_do_not_survive_calls_and_returns);
    tcase_add_test(tests, flags_that_a_branch_reads_are_not_free);
    tcase_add_test(tests, a_value_may_wait_through_a_call_of_a_known_function);
    tcase_add_test(tests, nothing_waits_through_a_call_of_an_unknown_function);
    tcase_add_test(tests, a_caller_gives_up_what_the_function_overwrites);
    tcase_add_test(tests, a_computed_jump_may_lead_wherever_it_is_allowed_to);
    tcase_add_test(tests, a_system_call_reads_all_registers);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
