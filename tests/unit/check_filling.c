/* Where a function puts items into what a call has made for it. */
#include "arch/filling.h"
#include "followed_code.h"
#include "unit.h"

#include <check.h>

enum { MAKER = HELPER, ROOM = 8 };

static struct numbering numbering;
static uint64_t stores[ROOM];

static bool
is_maker(void *context, const struct handing_call *call)
{
    (void)context;
    return call->target == MAKER;
}

static size_t
find(const uint8_t *bytes, size_t size)
{
    const struct handing_code code = followed_code(bytes, size, borrows);

    return filling_find(&numbering, &code, ADDRESS, is_maker, stores, ROOM);
}

START_TEST(an_item_of_a_new_tuple_is_put_into_it)
{
    static const uint8_t bytes[] = {
        0xe8, 0xfb, 0x0f, 0x00, 0x00, /* call MAKER */
        0x48, 0x89, 0xc3,             /* mov %rax,%rbx */
        0x48, 0x89, 0x7b, 0x18,       /* mov %rdi,0x18(%rbx) */
        0xc3,
    };

    ck_assert_uint_eq(find(bytes, sizeof bytes), 1);
    ck_assert_uint_eq(stores[0], ADDRESS + 8);
}
END_TEST

START_TEST(an_item_of_a_new_list_stands_where_it_points_to)
{
    static const uint8_t bytes[] = {
        0xe8, 0xfb, 0x0f, 0x00, 0x00, /* call MAKER */
        0x48, 0x8b, 0x50, 0x18,       /* mov 0x18(%rax),%rdx */
        0x48, 0x89, 0x3c, 0xca,       /* mov %rdi,(%rdx,%rcx,8) */
        0xc3,
    };

    ck_assert_uint_eq(find(bytes, sizeof bytes), 1);
    ck_assert_uint_eq(stores[0], ADDRESS + 9);
}
END_TEST

START_TEST(an_index_may_begin_behind_the_first_item)
{
    static const uint8_t bytes[] = {
        0xe8, 0xfb, 0x0f, 0x00, 0x00, /* call MAKER */
        0x48, 0x89, 0x7c, 0xc8, 0xf0, /* mov %rdi,-0x10(%rax,%rcx,8) */
        0xc3,
    };

    ck_assert_uint_eq(find(bytes, sizeof bytes), 1);
}
END_TEST

START_TEST(what_stands_before_the_items_is_none)
{
    static const uint8_t bytes[] = {
        0xe8, 0xfb, 0x0f, 0x00, 0x00, /* call MAKER */
        0x48, 0x89, 0x78, 0x10,       /* mov %rdi,0x10(%rax) */
        0xc3,
    };

    ck_assert_uint_eq(find(bytes, sizeof bytes), 0);
}
END_TEST

START_TEST(what_another_call_returned_need_not_own_its_fields)
{
    static const uint8_t bytes[] = {
        0xe8, 0xfb, 0x1f, 0x00, 0x00, /* call somebody else */
        0x48, 0x89, 0x78, 0x18,       /* mov %rdi,0x18(%rax) */
        0xc3,
    };

    ck_assert_uint_eq(find(bytes, sizeof bytes), 0);
}
END_TEST

START_TEST(nor_does_what_a_function_was_given)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x77, 0x18, /* mov %rsi,0x18(%rdi) */
        0xc3,
    };

    ck_assert_uint_eq(find(bytes, sizeof bytes), 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("filling");
    TCase *tests = tcase_create("filling");

    tcase_add_test(tests, an_item_of_a_new_tuple_is_put_into_it);
    tcase_add_test(tests, an_item_of_a_new_list_stands_where_it_points_to);
    tcase_add_test(tests, what_stands_before_the_items_is_none);
    tcase_add_test(tests, an_index_may_begin_behind_the_first_item);
    tcase_add_test(tests, what_another_call_returned_need_not_own_its_fields);
    tcase_add_test(tests, nor_does_what_a_function_was_given);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
