/* Stores that forget what they write over. */
#include "arch/overwriting.h"
#include "followed_code.h"
#include "unit.h"

#include <check.h>

enum { ROOM = 4, RAX = 1 << 0 };

static struct handing_memory memory;
static struct overwriting found[ROOM];
static bool allocates;

static bool
makes(void *context, const struct handing_call *call)
{
    (void)context;
    (void)call;
    return allocates;
}

/* Of stores to a field 16 bytes into something, and to a variable. */
static size_t
find(const uint8_t *bytes, size_t size)
{
    static const struct handing_slot slots[] = { { 0x10, false },
                                                 { 0x3000, true } };
    const struct handing_code code = followed_code(bytes, size, borrows);

    return overwriting_find(&code, ADDRESS, makes, slots, 2, &memory, found,
                            ROOM);
}

#define FIND(bytes) find(bytes, sizeof bytes)

START_TEST(a_store_that_never_looks_forgets)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x77, 0x10, /* mov %rsi,0x10(%rdi) */
        0xc3,
    };

    ck_assert_uint_eq(FIND(bytes), 1);
    ck_assert_uint_eq(found[0].store, ADDRESS);
    ck_assert_uint_eq(found[0].end, ADDRESS + 4);
    ck_assert_uint_eq(found[0].holds, 0);
}
END_TEST

START_TEST(another_field_was_not_asked_for)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x77, 0x18, /* mov %rsi,0x18(%rdi) */
        0xc3,
    };

    ck_assert_uint_eq(FIND(bytes), 0);
}
END_TEST

START_TEST(an_empty_slot_may_be_filled)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0x7f, 0x10, 0x00, /* cmpq $0,0x10(%rdi) */
        0x75, 0x04,                   /* jne 1f */
        0x48, 0x89, 0x77, 0x10,       /* mov %rsi,0x10(%rdi) */
        0xc3,                         /* 1: ret */
    };

    ck_assert_uint_eq(FIND(bytes), 0);
}
END_TEST

START_TEST(what_was_released_before_is_not_forgotten)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x47, 0x10, /* mov 0x10(%rdi),%rax */
        0x48, 0x83, 0x28, 0x01, /* subq $1,(%rax) */
        0x48, 0x89, 0x77, 0x10, /* mov %rsi,0x10(%rdi) */
        0xc3,
    };

    ck_assert_uint_eq(FIND(bytes), 0);
}
END_TEST

START_TEST(a_reference_that_the_code_took_is_not_the_fields)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x47, 0x10, /* mov 0x10(%rdi),%rax */
        0x48, 0x83, 0x00, 0x01, /* addq $1,(%rax) */
        0x48, 0x83, 0x28, 0x01, /* subq $1,(%rax) */
        0x48, 0x89, 0x77, 0x10, /* mov %rsi,0x10(%rdi) */
        0xc3,
    };
    static const uint8_t twice[] = {
        0x48, 0x8b, 0x47, 0x10, /* mov 0x10(%rdi),%rax */
        0x48, 0x83, 0x00, 0x01, /* addq $1,(%rax) */
        0x48, 0x83, 0x28, 0x01, /* subq $1,(%rax) */
        0x48, 0x83, 0x28, 0x01, /* subq $1,(%rax) */
        0x48, 0x89, 0x77, 0x10, /* mov %rsi,0x10(%rdi) */
        0xc3,
    };

    ck_assert_uint_eq(FIND(bytes), 1);
    ck_assert_uint_eq(FIND(twice), 0);
}
END_TEST

START_TEST(what_was_looked_at_may_be_released_later)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x47, 0x10, /* mov 0x10(%rdi),%rax */
        0x48, 0x89, 0x77, 0x10, /* mov %rsi,0x10(%rdi) */
        0x48, 0x83, 0x28, 0x01, /* subq $1,(%rax) */
        0xc3,
    };

    ck_assert_uint_eq(FIND(bytes), 1);
    ck_assert_uint_eq(found[0].holds, RAX);
}
END_TEST

START_TEST(what_only_a_callee_had_is_forgotten)
{
    static const uint8_t bytes[] = {
        0x53,                         /* push %rbx */
        0x48, 0x89, 0xfb,             /* mov %rdi,%rbx */
        0x48, 0x8b, 0x7b, 0x10,       /* mov 0x10(%rbx),%rdi */
        0xe8, 0xf3, 0x0f, 0x00, 0x00, /* call HELPER */
        0x48, 0xc7, 0x43, 0x10, 0x00, 0x00, 0x00, 0x00, /* movq $0,0x10(%rbx) */
        0x5b,                                           /* pop %rbx */
        0xc3,
    };

    ck_assert_uint_eq(FIND(bytes), 1);
    ck_assert_uint_eq(found[0].holds, 0);
}
END_TEST

START_TEST(nothing_stands_in_new_memory)
{
    static const uint8_t bytes[] = {
        0xe8, 0xfb, 0x0f, 0x00, 0x00, /* call HELPER */
        0x48, 0x8b, 0x48, 0x18,       /* mov 0x18(%rax),%rcx */
        0x48, 0x89, 0x58, 0x10,       /* mov %rbx,0x10(%rax) */
        0x48, 0x89, 0x59, 0x10,       /* mov %rbx,0x10(%rcx) */
        0xc3,
    };

    allocates = true;
    ck_assert_uint_eq(FIND(bytes), 0);
    /* It may be new, what it points to is older. */
    allocates = false;
    ck_assert_uint_eq(FIND(bytes), 1);
    ck_assert_uint_eq(found[0].store, ADDRESS + 13);
}
END_TEST

START_TEST(a_variable_is_a_slot)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x3d, 0xf9, 0x1f, 0x00, 0x00, /* mov %rdi,0x3000 */
        0xc3,
    };

    ck_assert_uint_eq(FIND(bytes), 1);
    ck_assert_uint_eq(found[0].slot, 1);
}
END_TEST

START_TEST(a_count_is_no_slot)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x47, 0x10, /* mov 0x10(%rdi),%rax */
        0x48, 0x83, 0xe8, 0x01, /* sub $1,%rax */
        0x48, 0x89, 0x47, 0x10, /* mov %rax,0x10(%rdi) */
        0xc3,
    };

    ck_assert_uint_eq(FIND(bytes), 0);
}
END_TEST

START_TEST(the_stack_is_no_object)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x74, 0x24, 0x10, /* mov %rsi,0x10(%rsp) */
        0xc3,
    };

    ck_assert_uint_eq(FIND(bytes), 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("overwriting");
    TCase *cases = tcase_create("stores");

    tcase_add_test(cases, a_store_that_never_looks_forgets);
    tcase_add_test(cases, another_field_was_not_asked_for);
    tcase_add_test(cases, an_empty_slot_may_be_filled);
    tcase_add_test(cases, what_was_released_before_is_not_forgotten);
    tcase_add_test(cases, a_reference_that_the_code_took_is_not_the_fields);
    tcase_add_test(cases, what_was_looked_at_may_be_released_later);
    tcase_add_test(cases, what_only_a_callee_had_is_forgotten);
    tcase_add_test(cases, nothing_stands_in_new_memory);
    tcase_add_test(cases, a_variable_is_a_slot);
    tcase_add_test(cases, a_count_is_no_slot);
    tcase_add_test(cases, the_stack_is_no_object);
    suite_add_tcase(suite, cases);

    return unit_run(suite);
}
