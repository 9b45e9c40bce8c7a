/* Which words of its first argument a function touches. */
#include "arch/fields.h"
#include "followed_code.h"
#include "unit.h"

#include <check.h>

static struct handing_memory memory;
static struct fields fields;

static enum handing_callee
ask_callee(void *context, const struct handing_call *call)
{
    (void)context;
    return call->arguments != 0 ? HANDING_DOUBTFUL : HANDING_BORROWS;
}

static bool
find(const uint8_t *bytes, size_t size)
{
    const struct handing_code code = followed_code(bytes, size, ask_callee);

    fields = (struct fields){ 0 };
    return fields_find(&code, ADDRESS, &memory, &fields);
}

#define FIND(bytes) find(bytes, sizeof bytes)

START_TEST(fields_are_found_wherever_the_argument_is)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xfb,       /* mov %rdi,%rbx */
        0x48, 0x8b, 0x43, 0x18, /* mov 0x18(%rbx),%rax */
        0x48, 0x89, 0x47, 0x20, /* mov %rax,0x20(%rdi) */
        0x48, 0x8b, 0x46, 0x28, /* mov 0x28(%rsi),%rax */
        0xc3,
    };

    ck_assert(FIND(bytes));
    ck_assert_uint_eq(fields.count, 2);
    ck_assert(fields_have(&fields, 0x18) && fields_have(&fields, 0x20));
    ck_assert(!fields_have(&fields, 0x28));
}
END_TEST

START_TEST(what_is_only_written_to_is_not_read)
{
    static const uint8_t bytes[] = {
        0x48, 0xc7, 0x47, 0x18, 0x00, 0x00, 0x00, 0x00, /* movq $0,0x18(%rdi) */
        0x48, 0x89, 0x47, 0x20, /* mov %rax,0x20(%rdi) */
        0x48, 0x8b, 0x47, 0x20, /* mov 0x20(%rdi),%rax */
        0xc3,
    };

    ck_assert(FIND(bytes));
    ck_assert(fields_have(&fields, 0x18) && !fields_read(&fields, 0x18));
    ck_assert(fields_read(&fields, 0x20));
    ck_assert(!fields_read(&fields, 0x28));
}
END_TEST

/* As tp_traverse gives them to visitproc, the last one by a jump. */
START_TEST(what_is_given_to_a_function_by_pointer_is_known)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xfb,       /* mov %rdi,%rbx */
        0x48, 0x8b, 0x7f, 0x18, /* mov 0x18(%rdi),%rdi */
        0x48, 0x85, 0xff,       /* test %rdi,%rdi */
        0x74, 0x02,             /* je 1f */
        0xff, 0xd5,             /* call *%rbp */
        0x48, 0x8b, 0x43, 0x20, /* 1: mov 0x20(%rbx),%rax */
        0x48, 0x8b, 0x78, 0x28, /* mov 0x28(%rax),%rdi: of another one */
        0xff, 0xd5,             /* call *%rbp */
        0x48, 0x8b, 0x7b, 0x30, /* mov 0x30(%rbx),%rdi */
        0xff, 0xe5,             /* jmp *%rbp */
    };

    FIND(bytes);
    ck_assert_uint_eq(fields.count, 3);
    for (size_t i = 0; i < fields.count; i++) {
        ck_assert(fields.given[i] == (fields.offsets[i] != 0x20));
    }
}
END_TEST

START_TEST(a_type_is_told_by_its_slot)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x47, 0x08,             /* mov 8(%rdi),%rax */
        0xff, 0x90, 0xc0, 0x00, 0x00, 0x00, /* call *0xc0(%rax) */
        0x31, 0xff,                         /* xor %edi,%edi */
        0xff, 0x90, 0x40, 0x01, 0x00, 0x00, /* call *0x140(%rax) */
        0xc3,
    };

    ck_assert(FIND(bytes));
    ck_assert(fields_call(&fields, 0xc0));
    ck_assert(!fields_call(&fields, 0x140));
}
END_TEST

START_TEST(who_is_given_the_argument_may_touch_more)
{
    static const uint8_t bytes[] = {
        0xe9, 0xfb, 0x0f, 0x00, 0x00, /* jmp HELPER */
    };

    ck_assert(FIND(bytes));
    ck_assert_uint_eq(fields.callee_count, 1);
    ck_assert_uint_eq(fields.callees[0], HELPER);
}
END_TEST

START_TEST(the_address_of_a_field_may_go_anywhere)
{
    static const uint8_t bytes[] = {
        0x48, 0x8d, 0x47, 0x18, /* lea 0x18(%rdi),%rax */
        0xc3,
    };

    ck_assert(!FIND(bytes));
    ck_assert(fields_have(&fields, 0x18));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("fields");
    TCase *cases = tcase_create("arguments");

    tcase_add_test(cases, fields_are_found_wherever_the_argument_is);
    tcase_add_test(cases, what_is_only_written_to_is_not_read);
    tcase_add_test(cases, what_is_given_to_a_function_by_pointer_is_known);
    tcase_add_test(cases, a_type_is_told_by_its_slot);
    tcase_add_test(cases, who_is_given_the_argument_may_touch_more);
    tcase_add_test(cases, the_address_of_a_field_may_go_anywhere);
    suite_add_tcase(suite, cases);

    return unit_run(suite);
}
