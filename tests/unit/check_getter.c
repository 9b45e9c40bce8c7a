/* Functions of real interpreters that return the current thread state. */
#include "arch/getter.h"
#include "unit.h"

#include <check.h>

enum { ADDRESS = 0x1000 };

static struct thread_variable found;

#define READ(bytes) getter_variable(bytes, sizeof bytes, ADDRESS, &found)

START_TEST(reads_the_variable_of_a_static_interpreter)
{
    static const uint8_t bytes[] = {
        0xf3, 0x0f, 0x1e, 0xfa, /* endbr64 */
        0x64, 0x48, 0x8b, 0x04, 0x25,
        0xe8, 0xff, 0xff, 0xff, /* mov %fs:-0x18,%rax */
        0xc3,                   /* ret */
    };

    ck_assert(READ(bytes));
    ck_assert_int_eq(found.kind, VARIABLE_OFFSET);
    ck_assert_int_eq((int64_t)found.value, -0x18);
}
END_TEST

START_TEST(reads_the_variable_of_unoptimised_code)
{
    static const uint8_t bytes[] = {
        0x55,                                           /* push %rbp */
        0x48, 0x89, 0xe5,                               /* mov %rsp,%rbp */
        0x64, 0x48, 0x8b, 0x04, 0x25, 0,    0,    0, 0, /* mov %fs:0,%rax */
        0x48, 0x8b, 0x80, 0xe8, 0xff, 0xff, 0xff, /* mov -0x18(%rax),%rax */
        0x5d,                                     /* pop %rbp */
        0xc3,
    };

    ck_assert(READ(bytes));
    ck_assert_int_eq(found.kind, VARIABLE_OFFSET);
    ck_assert_int_eq((int64_t)found.value, -0x18);
}
END_TEST

START_TEST(reads_the_slot_of_the_initial_exec_model)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x05, 0x00, 0x02, 0, 0, /* mov 0x200(%rip),%rax */
        0x64, 0x48, 0x8b, 0x00,             /* mov %fs:(%rax),%rax */
        0xc3,
    };

    ck_assert(READ(bytes));
    ck_assert_int_eq(found.kind, VARIABLE_SLOT);
    ck_assert_uint_eq(found.value, ADDRESS + 7 + 0x200);
    ck_assert_int_eq(found.more, 0);
}
END_TEST

START_TEST(reads_the_index_of_a_shared_library)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0xec, 0x08,             /* sub $8,%rsp */
        0x48, 0x8d, 0x3d, 0x00, 0x02, 0, 0, /* lea 0x200(%rip),%rdi */
        0xe8, 0x00, 0x01, 0x00, 0x00,       /* call __tls_get_addr */
        0x48, 0x8b, 0x40, 0x08,             /* mov 8(%rax),%rax */
        0x48, 0x83, 0xc4, 0x08,             /* add $8,%rsp */
        0xc3,
    };

    ck_assert(READ(bytes));
    ck_assert_int_eq(found.kind, VARIABLE_INDEX);
    ck_assert_uint_eq(found.value, ADDRESS + 11 + 0x200);
    ck_assert_int_eq(found.more, 8);
}
END_TEST

START_TEST(a_function_that_does_more_is_not_read)
{
    static const uint8_t constant[] = { 0x31, 0xc0, 0xc3 };
    static const uint8_t argument[] = { 0x48, 0x8b, 0x47, 0x10, 0xc3 };
    static const uint8_t global[] = { 0x48, 0x8b, 0x05, 0, 2, 0, 0, 0xc3 };
    static const uint8_t cut[] = {
        0x64, 0x48, 0x8b, 0x04, 0x25, 0xe8, 0xff, 0xff, 0xff,
    };

    ck_assert(!READ(constant));
    ck_assert(!READ(argument));
    ck_assert(!READ(global));
    ck_assert(!READ(cut));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("getter");
    TCase *tests = tcase_create("getter");

    tcase_add_test(tests, reads_the_variable_of_a_static_interpreter);
    tcase_add_test(tests, reads_the_variable_of_unoptimised_code);
    tcase_add_test(tests, reads_the_slot_of_the_initial_exec_model);
    tcase_add_test(tests, reads_the_index_of_a_shared_library);
    tcase_add_test(tests, a_function_that_does_more_is_not_read);
    suite_add_tcase(suite, tests);

    return unit_run(suite);
}
