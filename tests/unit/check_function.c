/* Which registers and flags are free at a place: followed over branches. */
#include "code.h"
#include "unit.h"


enum {
    RAX = 1 << REGISTER_RAX,
    RCX = 1 << REGISTER_RCX,
    RDX = 1 << REGISTER_RDX,
    RBX = 1 << REGISTER_RBX,
};

static uint32_t
free_at(const uint8_t *bytes, size_t size, size_t index, uint32_t wanted)
{
    struct function function = decode_function(bytes, size);

    return function_free_resources(&function, index, wanted);
}

START_TEST(an_instruction_is_found_by_its_first_byte_only)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0x07, 0x01, /* addq $1,(%rdi) */
        0xc3,                   /* ret */
    };
    struct function function = decode_function(bytes, sizeof bytes);

    ck_assert_uint_eq(function.count, 2);
    ck_assert_ptr_eq(function_find(&function, CODE_ADDRESS),
                     &function.instructions[0]);
    ck_assert_ptr_eq(function_find(&function, CODE_ADDRESS + 4),
                     &function.instructions[1]);
    ck_assert_ptr_null(function_find(&function, CODE_ADDRESS + 1));
    ck_assert_ptr_null(function_find(&function, CODE_ADDRESS + 5));
    ck_assert_ptr_null(function_find(&function, CODE_ADDRESS - 1));
}
END_TEST

START_TEST(decoding_stops_before_what_is_no_instruction)
{
    static const uint8_t bytes[] = { 0x90, 0x06, 0x90 };
    struct instruction instructions[sizeof bytes];
    uint32_t index_at[sizeof bytes];
    struct function function = {
        .address = CODE_ADDRESS,
        .size_bytes = sizeof bytes,
        .bytes = bytes,
        .instructions = instructions,
        .index_at = index_at,
    };

    ck_assert(!function_decode(&function));
    ck_assert_uint_eq(function.count, 1);
}
END_TEST

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

START_TEST(leaves_and_negative_offsets_mean_a_red_zone)
{
    static const uint8_t leaf[] = {
        0x48, 0x89, 0x7d, 0xf8, /* mov %rdi,-8(%rbp) */
        0xc3,
    };
    static const uint8_t caller[] = {
        0x48, 0x83, 0xec, 0x08,       /* sub $8,%rsp */
        0xe8, 0x00, 0x10, 0x00, 0x00, /* call */
        0x48, 0x89, 0x7d, 0xf8,       /* mov %rdi,-8(%rbp) */
        0xc3,
    };
    static const uint8_t below[] = {
        0xe8, 0x00, 0x10, 0x00, 0x00, /* call */
        0x48, 0x89, 0x7c, 0x24, 0xf8, /* mov %rdi,-8(%rsp) */
        0xc3,
    };
    struct function function = decode_function(leaf, sizeof leaf);

    ck_assert(function_uses_red_zone(&function));
    function = decode_function(caller, sizeof caller);
    ck_assert(!function_uses_red_zone(&function));
    function = decode_function(below, sizeof below);
    ck_assert(function_uses_red_zone(&function));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("function");
    TCase *tests = tcase_create("function");

    tcase_add_test(tests, an_instruction_is_found_by_its_first_byte_only);
    tcase_add_test(tests, decoding_stops_before_what_is_no_instruction);
    tcase_add_test(tests, a_register_is_free_when_it_is_overwritten_first);
    tcase_add_test(tests, nothing_is_free_where_the_function_ends);
    tcase_add_test(tests, both_sides_of_a_branch_must_overwrite);
    tcase_add_test(tests, a_loop_comes_to_an_end);
    tcase_add_test(tests, flags_do_not_survive_calls_and_returns);
    tcase_add_test(tests, flags_that_a_branch_reads_are_not_free);
    tcase_add_test(tests, leaves_and_negative_offsets_mean_a_red_zone);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
