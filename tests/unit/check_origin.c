/* Since when a register holds what it holds at an instruction. */
#include "arch/origin.h"
#include "followed_code.h"
#include "unit.h"

#include <check.h>

/* Registers by their bits. */
enum { RAX = 1 << 0, RSI = 1 << 6, RDI = 1 << 7, RBX = 3 };

static struct handing_memory memory;
static struct origin found;

static enum handing_callee callee;

static enum handing_callee
ask_callee(void *context, const struct handing_call *call)
{
    (void)context;
    (void)call;
    return callee;
}

static bool
ask(const uint8_t *bytes, size_t size, uint64_t at, uint8_t register_)
{
    const struct handing_code code = followed_code(bytes, size, ask_callee);

    return origin_find(&code, ADDRESS, ADDRESS + at, register_, &memory,
                       &found);
}

START_TEST(an_argument_is_there_from_the_start)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xfb,       /* mov %rdi,%rbx */
        0x48, 0x83, 0x03, 0x01, /* addq $1,(%rbx) */
        0xc3,
    };

    ck_assert(ask(bytes, sizeof bytes, 3, RBX));
    ck_assert_uint_eq(found.start, ADDRESS);
    ck_assert_uint_eq(found.made, 0);
    ck_assert_uint_eq(found.registers, RDI);
}
END_TEST

START_TEST(a_call_makes_what_it_returns)
{
    static const uint8_t bytes[] = {
        0xe8, 0xfb, 0x0f, 0x00, 0x00, /* call HELPER */
        0x48, 0x89, 0xc3,             /* mov %rax,%rbx */
        0x48, 0x83, 0x03, 0x01,       /* addq $1,(%rbx) */
        0xc3,
    };

    ck_assert(ask(bytes, sizeof bytes, 8, RBX));
    ck_assert_uint_eq(found.start, ADDRESS + 5);
    ck_assert_uint_eq(found.made, ADDRESS);
    ck_assert_uint_eq(found.registers, RAX);
}
END_TEST

START_TEST(the_stack_keeps_it_meanwhile)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x7c, 0x24, 0x08, /* mov %rdi,8(%rsp) */
        0x31, 0xff,                   /* xor %edi,%edi */
        0x48, 0x8b, 0x44, 0x24, 0x08, /* mov 8(%rsp),%rax */
        0x48, 0x83, 0x00, 0x01,       /* addq $1,(%rax) */
        0xc3,
    };

    ck_assert(ask(bytes, sizeof bytes, 12, 0));
    ck_assert_uint_eq(found.start, ADDRESS);
    ck_assert_uint_eq(found.registers, RDI);
}
END_TEST

START_TEST(where_ways_meet_a_new_value_begins)
{
    static const uint8_t bytes[] = {
        0x48, 0x85, 0xff,       /* test %rdi,%rdi */
        0x75, 0x03,             /* jne 1f */
        0x48, 0x89, 0xf7,       /* mov %rsi,%rdi */
        0x48, 0x83, 0x07, 0x01, /* 1: addq $1,(%rdi) */
        0xc3,
    };

    ck_assert(ask(bytes, sizeof bytes, 8, 7));
    ck_assert_uint_eq(found.start, ADDRESS + 8);
    ck_assert_uint_eq(found.made, 0);
    ck_assert_uint_eq(found.registers, RDI);
    ck_assert(ask(bytes, sizeof bytes, 8, 6));
    ck_assert_uint_eq(found.start, ADDRESS);
    ck_assert_uint_eq(found.registers, RSI);
}
END_TEST

START_TEST(a_loop_keeps_what_it_does_not_change)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0x07, 0x01, /* 1: addq $1,(%rdi) */
        0x48, 0x8b, 0x36,       /* mov (%rsi),%rsi */
        0x48, 0x85, 0xf6,       /* test %rsi,%rsi */
        0x75, 0xf4,             /* jne 1b */
        0xc3,
    };

    ck_assert(ask(bytes, sizeof bytes, 0, 7));
    ck_assert_uint_eq(found.start, ADDRESS);
    ck_assert_uint_eq(found.registers, RDI);
    ck_assert(ask(bytes, sizeof bytes, 7, 6));
    ck_assert_uint_eq(found.made, ADDRESS + 4);
}
END_TEST

START_TEST(behind_a_call_that_never_returns_is_nothing)
{
    static const uint8_t bytes[] = {
        0x48, 0x85, 0xff,             /* test %rdi,%rdi */
        0x75, 0x05,                   /* jne 1f */
        0xe8, 0xf6, 0x0f, 0x00, 0x00, /* call HELPER */
        0x48, 0x83, 0x07, 0x01,       /* 1: addq $1,(%rdi) */
        0xc3,
    };

    callee = HANDING_STOPS;
    ck_assert(ask(bytes, sizeof bytes, 10, 7));
    ck_assert_uint_eq(found.start, ADDRESS);
    callee = HANDING_BORROWS;
    ck_assert(ask(bytes, sizeof bytes, 10, 7));
    ck_assert_uint_eq(found.start, ADDRESS + 10);
}
END_TEST

START_TEST(a_switch_is_not_understood)
{
    static const uint8_t bytes[] = {
        0x48, 0x63, 0xc2, /* movslq %edx,%rax */
        0xff, 0xe0,       /* jmp *%rax */
    };

    ck_assert(!ask(bytes, sizeof bytes, 0, 7));
}
END_TEST

START_TEST(a_jump_to_a_function_of_an_object_leaves)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x47, 0x08, /* mov 8(%rdi),%rax */
        0x48, 0x83, 0x07, 0x01, /* addq $1,(%rdi) */
        0xff, 0xe0,             /* jmp *%rax */
    };

    ck_assert(ask(bytes, sizeof bytes, 4, 7));
    ck_assert_uint_eq(found.start, ADDRESS);
}
END_TEST

START_TEST(code_that_is_never_reached_tells_nothing)
{
    static const uint8_t bytes[] = {
        0xc3, 0x48, 0x83, 0x07, 0x01, /* addq $1,(%rdi) */
        0xc3,
    };

    ck_assert(!ask(bytes, sizeof bytes, 1, 7));
}
END_TEST

static uint16_t
ask_overwritten(const uint8_t *bytes, size_t size, uint64_t end)
{
    const struct handing_code code = followed_code(bytes, size, ask_callee);
    uint16_t registers = 0;

    origin_find_overwritten(&code, ADDRESS, ADDRESS + end, &memory, &registers);
    return registers;
}

START_TEST(what_a_slot_held_may_be_in_a_register)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x47, 0x10, /* mov 0x10(%rdi),%rax */
        0x48, 0x8b, 0x57, 0x18, /* mov 0x18(%rdi),%rdx */
        0x48, 0xc7, 0x47, 0x10, 0x00, 0x00, 0x00, 0x00, /* movq $0,0x10(%rdi) */
        0xc3,
    };

    ck_assert_uint_eq(ask_overwritten(bytes, sizeof bytes, 16), RAX);
    ck_assert_uint_eq(ask_overwritten(bytes, sizeof bytes, 15), 0);
}
END_TEST

static uint16_t
ask_counts(const uint8_t *bytes, size_t size, uint64_t at, uint16_t registers)
{
    const struct handing_code code = followed_code(bytes, size, ask_callee);

    return origin_find_counts(&code, ADDRESS, ADDRESS + at, registers, &memory);
}

START_TEST(a_count_that_was_loaded_before_a_store_is_in_a_register)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x57, 0x10, /* mov 0x10(%rdi),%rdx */
        0x48, 0x8b, 0x02,       /* mov (%rdx),%rax */
        0x48, 0xc7, 0x47, 0x10, 0x00, 0x00, 0x00, 0x00, /* movq $0,0x10(%rdi) */
        0x48, 0x8b, 0x52, 0x08,                         /* mov 8(%rdx),%rdx */
        0xc3,
    };

    ck_assert_uint_eq(ask_counts(bytes, sizeof bytes, 15, 1 << 2), RAX);
    ck_assert_uint_eq(ask_counts(bytes, sizeof bytes, 15, 1 << 7), 0);
    ck_assert_uint_eq(ask_counts(bytes, sizeof bytes, 4, 1 << 2), 0);
    ck_assert_uint_eq(ask_counts(bytes, sizeof bytes, 19, 1 << 2), 0);
}
END_TEST

START_TEST(a_slot_of_another_object_is_another_slot)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x47, 0x10, /* mov 0x10(%rdi),%rax */
        0x48, 0xc7, 0x46, 0x10, 0x00, 0x00, 0x00, 0x00, /* movq $0,0x10(%rsi) */
        0xc3,
    };

    ck_assert_uint_eq(ask_overwritten(bytes, sizeof bytes, 12), 0);
}
END_TEST

START_TEST(what_a_callee_puts_on_the_stack_is_loaded_from_there)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0xec, 0x10,       /* sub $16,%rsp */
        0x48, 0x8d, 0x7c, 0x24, 0x08, /* lea 8(%rsp),%rdi */
        0xe8, 0xf2, 0x0f, 0x00, 0x00, /* call HELPER */
        0x48, 0x8b, 0x5c, 0x24, 0x08, /* mov 8(%rsp),%rbx */
        0x48, 0x83, 0x03, 0x01,       /* addq $1,(%rbx) */
        0xc3,
    };

    ck_assert(ask(bytes, sizeof bytes, 19, RBX));
    ck_assert(found.in_slot);
    ck_assert_uint_eq(found.made, ADDRESS + 14);
    ck_assert_uint_eq(found.registers, 1 << RBX);
    ck_assert_int_eq(found.slot, 8 << 1);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("origin");
    TCase *cases = tcase_create("values");

    tcase_add_test(cases, an_argument_is_there_from_the_start);
    tcase_add_test(cases, a_call_makes_what_it_returns);
    tcase_add_test(cases, the_stack_keeps_it_meanwhile);
    tcase_add_test(cases, where_ways_meet_a_new_value_begins);
    tcase_add_test(cases, a_loop_keeps_what_it_does_not_change);
    tcase_add_test(cases, behind_a_call_that_never_returns_is_nothing);
    tcase_add_test(cases, a_switch_is_not_understood);
    tcase_add_test(cases, a_jump_to_a_function_of_an_object_leaves);
    tcase_add_test(cases, code_that_is_never_reached_tells_nothing);
    tcase_add_test(cases, what_a_slot_held_may_be_in_a_register);
    tcase_add_test(cases,
                   a_count_that_was_loaded_before_a_store_is_in_a_register);
    tcase_add_test(cases, a_slot_of_another_object_is_another_slot);
    tcase_add_test(cases, what_a_callee_puts_on_the_stack_is_loaded_from_there);
    suite_add_tcase(suite, cases);

    return unit_run(suite);
}
