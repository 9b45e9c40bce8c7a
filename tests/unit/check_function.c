/* A function's instructions, and whether it uses memory below its stack. */
#include "code.h"
#include "unit.h"


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
    tcase_add_test(tests, leaves_and_negative_offsets_mean_a_red_zone);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
