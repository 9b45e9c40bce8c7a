/* Each shape of a reference count's change, with the bytes compilers emit. */
#include "arch/sites.h"
#include "code.h"
#include "unit.h"

#include <string.h>


enum { SWITCH = 0x5000, SWITCH_SLOT = 0x6000 };

static const struct refcount_shape count_64 = { .width = 8 };
static const uint64_t slots[] = { SWITCH_SLOT };
static const struct birth_mark mark = {
    .start = SWITCH,
    .end = SWITCH + 12,
    .slots = slots,
    .slot_count = 1,
};

static struct site found[CODE_BYTES_MAX];

static size_t
find(const uint8_t *bytes, size_t size)
{
    static struct flow_state flow[CODE_BYTES_MAX];
    struct flow_context context = { &count_64, &mark, NULL };
    struct function function = decode_function(bytes, size);

    return sites_find(&function, &context, flow, found);
}

/* That the bytes have exactly this one site. */
static void
check_one(const uint8_t *bytes, size_t size, uint32_t index,
          enum operation operation)
{
    ck_assert_uint_eq(find(bytes, size), 1);
    ck_assert_uint_eq(found[0].index, index);
    ck_assert_int_eq(found[0].operation, operation);
    ck_assert_int_eq(found[0].width, 8);
}

START_TEST(finds_plain_increments_and_decrements)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0x07, 0x01,       /* addq $1,(%rdi) */
        0x49, 0x83, 0x2c, 0x24, 0x01, /* subq $1,(%r12) */
        0x48, 0xff, 0x00,             /* incq (%rax) */
        0x48, 0xff, 0x0b,             /* decq (%rbx) */
        0xc3,
    };
    static const int32_t amounts[] = { 1, -1, 1, -1 };

    ck_assert_uint_eq(find(bytes, sizeof bytes), 4);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_uint_eq(found[i].index, i);
        ck_assert_int_eq(found[i].operation, OPERATION_ADD);
        ck_assert_int_eq(found[i].amount, amounts[i]);
    }
}
END_TEST

START_TEST(finds_steps_behind_a_displacement_and_in_static_data)
{
    static const uint8_t bytes[] = {
        0x48,
        0x83,
        0x43,
        0x10,
        0x01, /* addq $1,16(%rbx) */
        0x48,
        0x83,
        0x05,
        0x33,
        0x12,
        0x00,
        0x00,
        0x02, /* addq $2,x(%rip) */
        /* addq $100,x(%rip): None, as a table is filled with it */
        0x48,
        0x83,
        0x05,
        0x2b,
        0x12,
        0x00,
        0x00,
        0x64,
        0xc3,
    };

    ck_assert_uint_eq(find(bytes, sizeof bytes), 3);
    ck_assert_int_eq(found[2].amount, 100);
}
END_TEST

/* clang -O3: two references less one for each comparison that holds. */
START_TEST(finds_a_step_that_is_added_to_a_combined_one)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x07,       /* mov (%rdi),%rax */
        0x48, 0xf7, 0xd9,       /* neg %rcx */
        0x48, 0x01, 0xc8,       /* add %rcx,%rax */
        0x48, 0x83, 0xc0, 0x02, /* add $2,%rax */
        0x48, 0x89, 0x07,       /* mov %rax,(%rdi) */
        0xc3,
    };
    static const uint8_t other_way[] = {
        0x48, 0x8b, 0x0f,       /* mov (%rdi),%rcx */
        0x48, 0xf7, 0xd8,       /* neg %rax */
        0x48, 0x01, 0xc8,       /* add %rcx,%rax */
        0x48, 0x83, 0xc0, 0x02, /* add $2,%rax */
        0x48, 0x89, 0x07,       /* mov %rax,(%rdi) */
        0xc3,
    };

    check_one(bytes, sizeof bytes, 4, OPERATION_STORE_REGISTER);
    check_one(other_way, sizeof other_way, 4, OPERATION_STORE_REGISTER);
}
END_TEST

/* Cython: 59 takings of None, and as many as somebody writes. */
START_TEST(finds_any_number_of_changes_merged_into_one)
{
    static const uint8_t at_once[] = {
        0x48, 0x83, 0x00, 0x3b,                   /* addq $59,(%rax) */
        0x48, 0x81, 0x43, 0x10, 0x00, 0x20, 0, 0, /* addq $8192,16(%rbx) */
        0xc3,
    };
    static const uint8_t in_steps[] = {
        0x48, 0x8b, 0x07,       /* mov (%rdi),%rax */
        0x48, 0x83, 0xc0, 0x02, /* add $2,%rax */
        0x48, 0x83, 0xc0, 0x3b, /* add $59,%rax */
        0x48, 0x89, 0x07,       /* mov %rax,(%rdi) */
        0xc3,
    };

    ck_assert_uint_eq(find(at_once, sizeof at_once), 2);
    ck_assert_int_eq(found[0].amount, 59);
    ck_assert_int_eq(found[1].amount, 8192);
    check_one(in_steps, sizeof in_steps, 3, OPERATION_STORE_REGISTER);
}
END_TEST

START_TEST(other_widths_are_no_counts)
{
    static const uint8_t bytes[] = {
        0x83, 0x07, 0x01, /* addl $1,(%rdi) */
        0x66, 0xff, 0x07, /* incw (%rdi) */
        0xfe, 0x07,       /* incb (%rdi) */
        0x48, 0xff, 0xc0, /* inc %rax */
        0xc3,
    };

    ck_assert_uint_eq(find(bytes, sizeof bytes), 0);
}
END_TEST

START_TEST(finds_steps_by_a_register)
{
    static const uint8_t bytes[] = {
        0x48, 0x01, 0x30, /* add %rsi,(%rax) */
        0x48, 0x29, 0x0a, /* sub %rcx,(%rdx) */
        0xc3,
    };

    ck_assert_uint_eq(find(bytes, sizeof bytes), 2);
    ck_assert_int_eq(found[0].operation, OPERATION_ADD_REGISTER);
    ck_assert_int_eq(found[1].operation, OPERATION_SUB_REGISTER);
}
END_TEST

START_TEST(finds_load_change_and_store)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x07,       /* mov (%rdi),%rax */
        0x48, 0x83, 0xe8, 0x01, /* sub $1,%rax */
        0x48, 0x89, 0x07,       /* mov %rax,(%rdi) */
        0xc3,
    };

    check_one(bytes, sizeof bytes, 2, OPERATION_STORE_REGISTER);
}
END_TEST

/* A small integer of a debug build, among all of them. */
START_TEST(finds_a_step_behind_a_base_that_was_computed)
{
    static const uint8_t same[] = {
        0x48, 0x8d, 0x90, 0xe0, 0x73, 0xa9, 0x00, /* lea 0xa973e0(%rax),%rdx */
        0x48, 0x8b, 0x80, 0xe8, 0x73, 0xa9, 0x00, /* mov 0xa973e8(%rax),%rax */
        0x48, 0x83, 0xc0, 0x01,                   /* add $1,%rax */
        0x48, 0x89, 0x42, 0x08,                   /* mov %rax,8(%rdx) */
        0xc3,
    };
    static const uint8_t other[] = {
        0x48, 0x8d, 0x90, 0xe0, 0x73, 0xa9, 0x00, /* lea 0xa973e0(%rax),%rdx */
        0x48, 0x8b, 0x80, 0xf0, 0x73, 0xa9, 0x00, /* mov 0xa973f0(%rax),%rax */
        0x48, 0x83, 0xc0, 0x01,                   /* add $1,%rax */
        0x48, 0x89, 0x42, 0x08,                   /* mov %rax,8(%rdx) */
        0xc3,
    };

    check_one(same, sizeof same, 3, OPERATION_STORE_REGISTER);
    ck_assert_uint_eq(find(other, sizeof other), 0);
}
END_TEST

START_TEST(finds_the_increment_that_gcc_emits_without_optimisation)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x45, 0xf8, /* mov -8(%rbp),%rax */
        0x48, 0x8b, 0x00,       /* mov (%rax),%rax */
        0x48, 0x8d, 0x50, 0x01, /* lea 1(%rax),%rdx */
        0x48, 0x8b, 0x45, 0xf8, /* mov -8(%rbp),%rax */
        0x48, 0x89, 0x10,       /* mov %rdx,(%rax) */
        0xc3,
    };

    check_one(bytes, sizeof bytes, 4, OPERATION_STORE_REGISTER);
}
END_TEST

START_TEST(follows_the_changed_count_over_moves_and_branches)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x03,       /* mov (%rbx),%rax */
        0x48, 0x85, 0xd2,       /* test %rdx,%rdx */
        0x74, 0x07,             /* je 1f */
        0x48, 0x83, 0xc0, 0x01, /* add $1,%rax */
        0x48, 0x89, 0xc1,       /* mov %rax,%rcx */
        0x48, 0x89, 0x0b,       /* 1: mov %rcx,(%rbx) */
        0xc3,
    };

    check_one(bytes, sizeof bytes, 5, OPERATION_STORE_REGISTER);
}
END_TEST

START_TEST(finds_the_old_value_stored_where_paths_meet_again)
{
    static const uint8_t bytes[] = {
        0x49, 0x8b, 0x45, 0x00, /* mov (%r13),%rax */
        0x48, 0x8d, 0x50, 0x01, /* lea 1(%rax),%rdx */
        0x49, 0x89, 0x55, 0x00, /* mov %rdx,(%r13) */
        0x48, 0x85, 0xf6,       /* test %rsi,%rsi */
        0x75, 0x04,             /* jne 1f */
        0x49, 0x89, 0x45, 0x00, /* mov %rax,(%r13) */
        0xc3,                   /* 1: */
    };

    ck_assert_uint_eq(find(bytes, sizeof bytes), 2);
    ck_assert_uint_eq(found[0].index, 2);
    ck_assert_uint_eq(found[1].index, 5);
}
END_TEST

START_TEST(a_call_forgets_what_it_may_change)
{
    static const uint8_t kept[] = {
        0x48, 0x8b, 0x03,             /* mov (%rbx),%rax */
        0x4c, 0x8d, 0x60, 0x01,       /* lea 1(%rax),%r12 */
        0xe8, 0x00, 0x10, 0x00, 0x00, /* call */
        0x4c, 0x89, 0x23,             /* mov %r12,(%rbx) */
        0xc3,
    };
    static const uint8_t lost[] = {
        0x48, 0x8b, 0x03,             /* mov (%rbx),%rax */
        0x48, 0x83, 0xc0, 0x01,       /* add $1,%rax */
        0xe8, 0x00, 0x10, 0x00, 0x00, /* call */
        0x48, 0x89, 0x03,             /* mov %rax,(%rbx): its result */
        0xc3,
    };

    check_one(kept, sizeof kept, 3, OPERATION_STORE_REGISTER);
    ck_assert_uint_eq(find(lost, sizeof lost), 0);
}
END_TEST

START_TEST(finds_counts_folded_to_constants)
{
    static const uint8_t bytes[] = {
        0x48,
        0xc7,
        0x00,
        0x02,
        0,
        0,
        0, /* movq $2,(%rax) */
        0x48,
        0xc7,
        0x03,
        0x00,
        0,
        0,
        0, /* movq $0,(%rbx) */
        0x48,
        0xc7,
        0x03,
        0x11,
        0,
        0,
        0, /* movq $17,(%rbx) */
        /* movq $1,8(%rax): not at an object's start */
        0x48,
        0xc7,
        0x40,
        0x08,
        0x01,
        0,
        0,
        0,
        0xc3,
    };

    ck_assert_uint_eq(find(bytes, sizeof bytes), 3);
    ck_assert_int_eq(found[0].operation, OPERATION_STORE);
    ck_assert_int_eq(found[0].amount, 2);
    ck_assert_int_eq(found[1].amount, 0);
    ck_assert_int_eq(found[2].amount, 17);
}
END_TEST

START_TEST(finds_the_zero_that_clang_keeps_in_a_register)
{
    static const uint8_t bytes[] = {
        0x31, 0xc0,       /* xor %eax,%eax */
        0x48, 0x89, 0x03, /* mov %rax,(%rbx) */
        0xc3,
    };

    check_one(bytes, sizeof bytes, 1, OPERATION_STORE_REGISTER);
}
END_TEST

START_TEST(a_store_of_one_behind_the_switch_is_a_birth)
{
    static const uint8_t direct[] = {
        /* mov SWITCH+4(%rip),%edx, at 0x1000 */
        0x8b, 0x15, 0xfe, 0x3f, 0x00, 0x00, 0x48,
        0xc7, 0x00, 0x01, 0,    0,    0, /* movq $1,(%rax) */
        0xc3,
    };
    static const uint8_t through_slot[] = {
        /* mov SWITCH_SLOT(%rip),%rcx, at 0x1000 */
        0x48, 0x8b, 0x0d, 0xf9, 0x4f, 0x00, 0x00,
        0x8b, 0x49, 0x04,                      /* mov 4(%rcx),%ecx */
        0x48, 0xc7, 0x00, 0x01, 0,    0,    0, /* movq $1,(%rax) */
        0xc3,
    };
    static const uint8_t absolute[] = {
        0x8b, 0x14, 0x25, 0x04, 0x50, 0x00, 0x00, /* mov SWITCH+4,%edx */
        0x48, 0xc7, 0x00, 0x01, 0,    0,    0,    0xc3,
    };

    /* The header is part of the address, as its owner's lea says ... */
    static const uint8_t with_header[] = {
        0x4c,
        0x8d,
        0x6b,
        0x10, /* lea 0x10(%rbx),%r13 */
        /* mov SWITCH+4(%rip),%ebp, at 0x1004 */
        0x8b,
        0x2d,
        0xfa,
        0x3f,
        0x00,
        0x00,
        0x48,
        0xc7,
        0x43,
        0x10,
        0x01,
        0,
        0,
        0, /* movq $1,0x10(%rbx) */
        0xc3,
    };
    /* ... or it is the length of an int that was just born. */
    static const uint8_t length[] = {
        0x8b, 0x15, 0xfe, 0x3f, 0x00, 0x00,       /* mov SWITCH+4(%rip),%edx */
        0x49, 0xc7, 0x06, 0x01, 0,    0,    0,    /* movq $1,(%r14) */
        0x49, 0xc7, 0x46, 0x10, 0x01, 0,    0, 0, /* movq $1,0x10(%r14) */
        0xc3,
    };

    check_one(with_header, sizeof with_header, 2, OPERATION_BIRTH);
    check_one(length, sizeof length, 1, OPERATION_BIRTH);
    check_one(direct, sizeof direct, 1, OPERATION_BIRTH);
    check_one(through_slot, sizeof through_slot, 2, OPERATION_BIRTH);
    check_one(absolute, sizeof absolute, 1, OPERATION_BIRTH);
}
END_TEST

START_TEST(a_store_of_one_without_the_switch_is_none)
{
    static const uint8_t bytes[] = {
        0x48, 0xc7, 0x00, 0x01, 0, 0, 0, /* movq $1,(%rax) */
        0xc3,
    };

    check_one(bytes, sizeof bytes, 0, OPERATION_STORE);
}
END_TEST

START_TEST(the_switch_counts_for_a_few_instructions_only)
{
    uint8_t bytes[6 + 40 + 7 + 1] = { 0x8b, 0x15, 0xfe, 0x3f, 0x00, 0x00 };
    static const uint8_t store[] = { 0x48, 0xc7, 0x00, 0x01, 0, 0, 0, 0xc3 };

    for (size_t i = 6; i < 46; i++) {
        bytes[i] = 0x90;
    }
    for (size_t i = 0; i < sizeof store; i++) {
        bytes[46 + i] = store[i];
    }
    check_one(bytes, sizeof bytes, 41, OPERATION_STORE);
}
END_TEST

/* Taken, compared with names, released: strcmp changes no memory, so that the
 * count before is still known. A pointer that is put back looks alike, and is
 * not asked. */
START_TEST(finds_a_count_that_waited_on_the_stack)
{
    static const uint8_t put_back[] = {
        0x49, 0x8b, 0x07,             /* mov (%r15),%rax */
        0x48, 0x89, 0x44, 0x24, 0x08, /* mov %rax,8(%rsp) */
        0x48, 0xff, 0xc0,             /* inc %rax */
        0x49, 0x89, 0x07,             /* mov %rax,(%r15) */
        0xe8, 0x00, 0x00, 0x00, 0x00, /* call strcmp */
        0x48, 0x8b, 0x44, 0x24, 0x08, /* mov 8(%rsp),%rax */
        0x49, 0x89, 0x07,             /* mov %rax,(%r15) */
        0x48, 0x85, 0xc0,             /* test %rax,%rax */
        0x75, 0x00,                   /* jne */
        0xc3,
    };
    static const uint8_t asked_before[] = {
        0x48, 0x8b, 0x44, 0x24, 0x10, /* mov 16(%rsp),%rax */
        0x48, 0x85, 0xc0,             /* test %rax,%rax */
        0x48, 0x89, 0x07,             /* mov %rax,(%rdi) */
        0x74, 0x00,                   /* je */
        0xc3,
    };
    uint8_t not_asked[sizeof put_back];

    ck_assert_uint_eq(find(put_back, sizeof put_back), 2);
    ck_assert_uint_eq(found[1].index, 6);
    ck_assert_int_eq(found[1].operation, OPERATION_STORE_REGISTER);
    memcpy(not_asked, put_back, sizeof put_back);
    not_asked[28] = 0xc9; /* test %rcx,%rcx */
    ck_assert_uint_eq(find(not_asked, sizeof not_asked), 1);
    check_one(asked_before, sizeof asked_before, 2, OPERATION_STORE_REGISTER);
}
END_TEST

START_TEST(stack_slots_are_no_objects)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0x04, 0x24, 0x01,                   /* addq $1,(%rsp) */
        0x48, 0xc7, 0x04, 0x24, 0x01, 0x00, 0x00, 0x00, /* movq $1,(%rsp) */
        0xc3,
    };

    for (size_t i = 0; i < find(bytes, sizeof bytes); i++) {
        ck_assert_int_ne(found[i].operation, OPERATION_STORE);
        ck_assert_int_ne(found[i].operation, OPERATION_BIRTH);
    }
}
END_TEST

/* pybind11's int_ of an enumeration: rbp is a pointer to a local, then an
 * object. */
START_TEST(a_register_that_once_held_the_stack_pointer_is_no_frame)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xe5,             /* mov %rsp,%rbp */
        0x48, 0x89, 0xee,             /* mov %rbp,%rsi */
        0x48, 0x8b, 0x6c, 0x24, 0x08, /* mov 8(%rsp),%rbp */
        0x48, 0x83, 0x45, 0x00, 0x01, /* addq $1,0(%rbp) */
        0x5d, 0xc3,                   /* pop %rbp; ret */
    };

    check_one(bytes, sizeof bytes, 3, OPERATION_ADD);
}
END_TEST

START_TEST(slots_below_a_frame_pointer_are_no_objects)
{
    static const uint8_t bytes[] = {
        0x55, 0x48, 0x89, 0xe5,       /* push %rbp; mov %rsp,%rbp */
        0x48, 0x83, 0x45, 0xf8, 0x01, /* addq $1,-8(%rbp) */
        0xc9, 0xc3,                   /* leave; ret */
    };

    ck_assert_uint_eq(find(bytes, sizeof bytes), 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("sites");
    TCase *tests = tcase_create("sites");

    tcase_add_test(tests, finds_plain_increments_and_decrements);
    tcase_add_test(tests, finds_steps_behind_a_displacement_and_in_static_data);
    tcase_add_test(tests, finds_a_step_that_is_added_to_a_combined_one);
    tcase_add_test(tests, finds_any_number_of_changes_merged_into_one);
    tcase_add_test(tests, other_widths_are_no_counts);
    tcase_add_test(tests, finds_steps_by_a_register);
    tcase_add_test(tests, finds_load_change_and_store);
    tcase_add_test(tests, finds_a_step_behind_a_base_that_was_computed);
    tcase_add_test(tests,
                   finds_the_increment_that_gcc_emits_without_optimisation);
    tcase_add_test(tests, follows_the_changed_count_over_moves_and_branches);
    tcase_add_test(tests, finds_the_old_value_stored_where_paths_meet_again);
    tcase_add_test(tests, a_call_forgets_what_it_may_change);
    tcase_add_test(tests, finds_counts_folded_to_constants);
    tcase_add_test(tests, finds_the_zero_that_clang_keeps_in_a_register);
    tcase_add_test(tests, a_store_of_one_behind_the_switch_is_a_birth);
    tcase_add_test(tests, a_store_of_one_without_the_switch_is_none);
    tcase_add_test(tests, the_switch_counts_for_a_few_instructions_only);
    tcase_add_test(tests, finds_a_count_that_waited_on_the_stack);
    tcase_add_test(tests, stack_slots_are_no_objects);
    tcase_add_test(tests,
                   a_register_that_once_held_the_stack_pointer_is_no_frame);
    tcase_add_test(tests, slots_below_a_frame_pointer_are_no_objects);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
