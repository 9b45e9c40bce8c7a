/* The shapes of counts of which four bytes count: CPython 3.12 and later. */
#include "arch/sites.h"
#include "code.h"
#include "unit.h"


enum { STATE = 0x40000, STATE_SLOT = 0x6000, SWITCH_OFFSET = 0x2848 };

static const struct refcount_shape count_32 = {
    .width = 4,
    .immortal = IMMORTAL_NEGATIVE,
};
static const uint64_t slots[] = { STATE_SLOT };
static const struct birth_mark mark = {
    .start = STATE + SWITCH_OFFSET,
    .end = STATE + SWITCH_OFFSET + 8,
    .state = STATE,
    .slots = slots,
    .slot_count = 1,
    .behind = true,
};

static struct site found[CODE_BYTES_MAX];

static size_t
find_with(const struct refcount_shape *shape, const uint8_t *bytes, size_t size)
{
    static struct flow_state flow[CODE_BYTES_MAX];
    struct flow_context context = { shape, &mark, NULL };
    struct function function = decode_function(bytes, size);

    return sites_find(&function, &context, flow, found);
}

static size_t
find(const uint8_t *bytes, size_t size)
{
    return find_with(&count_32, bytes, size);
}

static void
check_one(const uint8_t *bytes, size_t size, uint32_t index,
          enum operation operation, unsigned width)
{
    ck_assert_uint_eq(find(bytes, size), 1);
    ck_assert_uint_eq(found[0].index, index);
    ck_assert_int_eq(found[0].operation, operation);
    ck_assert_uint_eq(found[0].width, width);
}

START_TEST(finds_the_increment_of_3_12)
{
    static const uint8_t bytes[] = {
        0x8b, 0x07,       /* mov (%rdi),%eax */
        0x83, 0xc0, 0x01, /* add $1,%eax */
        0x74, 0x02,       /* je 1f */
        0x89, 0x07,       /* mov %eax,(%rdi) */
        0xc3,             /* 1: */
    };

    check_one(bytes, sizeof bytes, 3, OPERATION_STORE_REGISTER, 4);
}
END_TEST

/* The stable interface: headers of 3.12, and an interpreter that has 3.11's
 * counts. Its own code never writes a half. */
START_TEST(finds_the_increment_of_3_12_where_modules_run_with_3_11)
{
    static const uint8_t bytes[] = {
        0x8b, 0x07, /* mov (%rdi),%eax */
        0xff, 0xc0, /* inc %eax */
        0x74, 0x02, /* je 1f */
        0x89, 0x07, /* mov %eax,(%rdi) */
        0xc3,       /* 1: */
    };
    static const struct refcount_shape count_64 = { .width = 8 };
    struct refcount_shape of_modules = refcount_in_image(count_64, false);

    ck_assert_uint_eq(find_with(&of_modules, bytes, sizeof bytes), 1);
    ck_assert_uint_eq(found[0].index, 3);
    ck_assert_int_eq(found[0].operation, OPERATION_STORE_REGISTER);
    ck_assert_uint_eq(found[0].width, 4);
    ck_assert_uint_eq(find_with(&count_64, bytes, sizeof bytes), 0);
    ck_assert(!refcount_in_image(count_32, false).halved);
}
END_TEST

START_TEST(finds_the_decrement_of_3_12_that_stores_eight_bytes)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x07,       /* mov (%rdi),%rax */
        0x85, 0xc0,             /* test %eax,%eax */
        0x78, 0x07,             /* js 1f */
        0x48, 0x83, 0xe8, 0x01, /* sub $1,%rax */
        0x48, 0x89, 0x07,       /* mov %rax,(%rdi) */
        0xc3,                   /* 1: */
    };

    check_one(bytes, sizeof bytes, 4, OPERATION_STORE_REGISTER, 8);
}
END_TEST

START_TEST(finds_the_increment_of_3_14)
{
    static const uint8_t bytes[] = {
        0x8b, 0x07,                   /* mov (%rdi),%eax */
        0x3d, 0xff, 0xff, 0xff, 0xbf, /* cmp $0xbfffffff,%eax */
        0x77, 0x05,                   /* ja 1f */
        0x83, 0xc0, 0x01,             /* add $1,%eax */
        0x89, 0x07,                   /* mov %eax,(%rdi) */
        0xc3,                         /* 1: */
    };

    check_one(bytes, sizeof bytes, 4, OPERATION_STORE_REGISTER, 4);
}
END_TEST

START_TEST(finds_two_increments_of_3_14_in_one)
{
    static const uint8_t bytes[] = {
        0x8b, 0x01,                   /* mov (%rcx),%eax */
        0x8d, 0x50, 0x02,             /* lea 2(%rax),%edx */
        0x3d, 0xff, 0xff, 0xff, 0xbf, /* cmp $0xbfffffff,%eax */
        0xb8, 0x00, 0x00, 0x00, 0xc0, /* mov $0xc0000000,%eax */
        0x0f, 0x45, 0xc2,             /* cmovne %edx,%eax */
        0x89, 0x01,                   /* mov %eax,(%rcx) */
        0xc3,
    };

    check_one(bytes, sizeof bytes, 5, OPERATION_STORE_REGISTER, 4);
}
END_TEST

START_TEST(finds_many_increments_at_once_limited_to_what_is_mortal)
{
    static const uint8_t bytes[] = {
        0x8b, 0x11,                               /* mov (%rcx),%edx */
        0x85, 0xd2,                               /* test %edx,%edx */
        0x78, 0x11,                               /* js 1f */
        0x4a, 0x8d, 0x54, 0x2a, 0xff,             /* lea -1(%rdx,%r13),%rdx */
        0x48, 0x81, 0xfa, 0xff, 0xff, 0xff, 0x7f, /* cmp $0x7fffffff,%rdx */
        0x48, 0x0f, 0x4f, 0xd6,                   /* cmovg %rsi,%rdx */
        0x89, 0x11,                               /* mov %edx,(%rcx) */
        0xc3,                                     /* 1: */
    };

    check_one(bytes, sizeof bytes, 6, OPERATION_STORE_REGISTER, 4);
}
END_TEST

/* How many is kept on the stack: list_repeat of 3.15. */
START_TEST(finds_many_increments_added_from_memory)
{
    static const uint8_t bytes[] = {
        0x8b, 0x06,             /* mov (%rsi),%eax */
        0x48, 0x03, 0x45, 0xc8, /* add -56(%rbp),%rax */
        0x48, 0x0f, 0x4f, 0xc2, /* cmovg %rdx,%rax */
        0x89, 0x06,             /* mov %eax,(%rsi) */
        0xc3,
    };

    check_one(bytes, sizeof bytes, 3, OPERATION_STORE_REGISTER, 4);
}
END_TEST

START_TEST(finds_many_increments_added_to_what_is_in_memory)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x45, 0xc8, /* mov -56(%rbp),%rax */
        0x48, 0x03, 0x06,       /* add (%rsi),%rax */
        0x89, 0x06,             /* mov %eax,(%rsi) */
        0xc3,
    };

    check_one(bytes, sizeof bytes, 2, OPERATION_STORE_REGISTER, 4);
}
END_TEST

START_TEST(finds_the_increment_behind_a_header_loaded_elsewhere)
{
    static const uint8_t bytes[] = {
        0x8b, 0x80, 0x70, 0x97, 0x00, 0x00, /* mov 0x9770(%rax),%eax */
        0x83, 0xc0, 0x01,                   /* add $1,%eax */
        0x89, 0x42, 0x10,                   /* mov %eax,16(%rdx) */
        0x89, 0x42, 0x18,                   /* mov %eax,24(%rdx): nothing */
        0xc3,
    };

    check_one(bytes, sizeof bytes, 2, OPERATION_STORE_REGISTER, 4);
}
END_TEST

START_TEST(finds_the_forms_without_test_of_the_evaluation_loop)
{
    static const uint8_t bytes[] = {
        0x83, 0x00, 0x01,       /* addl $1,(%rax) */
        0xff, 0x03,             /* incl (%rbx) */
        0x83, 0x2f, 0x01,       /* subl $1,(%rdi) */
        0x48, 0x83, 0x2e, 0x01, /* subq $1,(%rsi) */
        0x66, 0xff, 0x07,       /* incw (%rdi): nothing */
        0xc3,
    };
    static const int32_t amounts[] = { 1, 1, -1, -1 };

    ck_assert_uint_eq(find(bytes, sizeof bytes), 4);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_int_eq(found[i].operation, OPERATION_ADD);
        ck_assert_int_eq(found[i].amount, amounts[i]);
    }
}
END_TEST

START_TEST(finds_the_increment_without_optimisation)
{
    static const uint8_t bytes[] = {
        0x55,                   /* push %rbp */
        0x48, 0x89, 0xe5,       /* mov %rsp,%rbp */
        0x48, 0x8b, 0x45, 0xe8, /* mov -24(%rbp),%rax */
        0x8b, 0x00,             /* mov (%rax),%eax */
        0x89, 0x45, 0xf8,       /* mov %eax,-8(%rbp) */
        0x8b, 0x45, 0xf8,       /* mov -8(%rbp),%eax */
        0x83, 0xc0, 0x01,       /* add $1,%eax */
        0x89, 0x45, 0xfc,       /* mov %eax,-4(%rbp) */
        0x83, 0x7d, 0xfc, 0x00, /* cmpl $0,-4(%rbp) */
        0x74, 0x09,             /* je 1f */
        0x48, 0x8b, 0x45, 0xe8, /* mov -24(%rbp),%rax */
        0x8b, 0x55, 0xfc,       /* mov -4(%rbp),%edx */
        0x89, 0x10,             /* mov %edx,(%rax) */
        0x5d,                   /* 1: pop %rbp */
        0xc3,
    };

    check_one(bytes, sizeof bytes, 12, OPERATION_STORE_REGISTER, 4);
}
END_TEST

START_TEST(finds_the_count_that_waits_on_the_stack_during_a_call)
{
    static const uint8_t bytes[] = {
        0x41, 0x8b, 0x45, 0x00,       /* mov (%r13),%eax */
        0x8d, 0x50, 0x01,             /* lea 1(%rax),%edx */
        0x89, 0x54, 0x24, 0x30,       /* mov %edx,48(%rsp) */
        0xe8, 0x00, 0x10, 0x00, 0x00, /* call */
        0x8b, 0x54, 0x24, 0x30,       /* mov 48(%rsp),%edx */
        0x85, 0xd2,                   /* test %edx,%edx */
        0x74, 0x04,                   /* je 1f */
        0x41, 0x89, 0x55, 0x00,       /* mov %edx,(%r13) */
        0xc3,                         /* 1: */
    };

    check_one(bytes, sizeof bytes, 7, OPERATION_STORE_REGISTER, 4);
}
END_TEST

START_TEST(another_slot_of_the_stack_holds_another_value)
{
    static const uint8_t bytes[] = {
        0x41, 0x8b, 0x45, 0x00,       /* mov (%r13),%eax */
        0x8d, 0x50, 0x01,             /* lea 1(%rax),%edx */
        0x89, 0x54, 0x24, 0x30,       /* mov %edx,48(%rsp) */
        0xe8, 0x00, 0x10, 0x00, 0x00, /* call */
        0x8b, 0x54, 0x24, 0x34,       /* mov 52(%rsp),%edx */
        0x41, 0x89, 0x55, 0x00,       /* mov %edx,(%r13) */
        0xc3,
    };

    ck_assert_uint_eq(find(bytes, sizeof bytes), 0);
}
END_TEST

START_TEST(finds_the_assignment_of_debug_builds)
{
    static const uint8_t bytes[] = {
        0x48, 0x85, 0xf6, /* test %rsi,%rsi */
        0x78, 0x08,       /* js 2f */
        0x83, 0x3f, 0x00, /* cmpl $0,(%rdi) */
        0x78, 0x02,       /* js 1f */
        0x89, 0x37,       /* mov %esi,(%rdi) */
        0xc3,             /* 1: */
        0x55,             /* 2: push %rbp */
    };
    static const uint8_t another[] = {
        0x83, 0x3f, 0x00, /* cmpl $0,(%rdi) */
        0x78, 0x02,       /* js 1f */
        0x89, 0x32,       /* mov %esi,(%rdx) */
        0xc3,             /* 1: */
    };
    static const uint8_t moved[] = {
        0x83, 0x3f, 0x00, /* cmpl $0,(%rdi) */
        0x78, 0x05,       /* js 1f */
        0x48, 0x8b, 0x3a, /* mov (%rdx),%rdi */
        0x89, 0x37,       /* mov %esi,(%rdi) */
        0xc3,             /* 1: */
    };

    check_one(bytes, sizeof bytes, 4, OPERATION_STORE_REGISTER, 4);
    ck_assert_uint_eq(find(another, sizeof another), 0);
    ck_assert_uint_eq(find(moved, sizeof moved), 0);
}
END_TEST

START_TEST(finds_the_counts_of_immortals)
{
    static const uint8_t constant[] = {
        0xc7, 0x07, 0x00, 0x00, 0x00, 0xc0, /* movl $0xc0000000,(%rdi) */
        0xc3,
    };
    static const uint8_t from_register[] = {
        0xb8, 0xff, 0xff, 0xff, 0xff, /* mov $0xffffffff,%eax */
        0x48, 0x89, 0x07,             /* mov %rax,(%rdi) */
        0xc3,
    };

    check_one(constant, sizeof constant, 0, OPERATION_STORE, 4);
    check_one(from_register, sizeof from_register, 1, OPERATION_STORE_REGISTER,
              8);
}
END_TEST

START_TEST(a_birth_may_come_before_the_switch)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x15, 0xf9, 0x4f, 0x00, 0x00, /* mov slot(%rip),%rdx */
        0x48, 0xc7, 0x07, 0x01, 0x00, 0x00, 0x00, /* movq $1,(%rdi) */
        0x48, 0x8b, 0x82, 0x48, 0x28, 0x00, 0x00, /* mov SWITCH(%rdx),%rax */
        0xc3,
    };

    check_one(bytes, sizeof bytes, 1, OPERATION_BIRTH, 8);
}
END_TEST

/* Who traces is told of deaths too; a frame's NULL is a tagged 1. */
START_TEST(a_store_of_one_after_the_switch_and_a_call_is_no_birth)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x15, 0xf9, 0x4f, 0x00, 0x00, /* mov slot(%rip),%rdx */
        0x48, 0x8b, 0x82, 0x48, 0x28, 0x00, 0x00, /* mov SWITCH(%rdx),%rax */
        0xe8, 0x00, 0x10, 0x00, 0x00,             /* call */
        0x48, 0xc7, 0x03, 0x01, 0x00, 0x00, 0x00, /* movq $1,(%rbx) */
        0xc3,
    };

    check_one(bytes, sizeof bytes, 3, OPERATION_STORE, 8);
}
END_TEST

START_TEST(the_same_offset_in_another_structure_marks_no_birth)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x15, 0x00, 0x4f, 0x00, 0x00, /* mov other(%rip),%rdx */
        0x48, 0xc7, 0x07, 0x01, 0x00, 0x00, 0x00, /* movq $1,(%rdi) */
        0x48, 0x8b, 0x82, 0x48, 0x28, 0x00, 0x00, /* mov SWITCH(%rdx),%rax */
        0xc3,
    };

    check_one(bytes, sizeof bytes, 1, OPERATION_STORE, 8);
}
END_TEST

START_TEST(the_code_of_new_reference_shows_the_switch)
{
    static const uint8_t by_offset[] = {
        0x48, 0x8b, 0x15, 0xc9, 0xc7, 0x39, 0x00, /* mov slot(%rip),%rdx */
        0x48, 0xc7, 0x07, 0x01, 0x00, 0x00, 0x00, /* movq $1,(%rdi) */
        0x48, 0x8b, 0x82, 0x48, 0x28, 0x00, 0x00, /* mov 0x2848(%rdx),%rax */
        0xc3,
    };
    static const uint8_t absolute[] = {
        0x83, 0x3c, 0x25, 0x48, 0x28, 0x04, 0x00, 0x00, /* cmpl $0,0x42848 */
        0xc3,
    };
    static const uint8_t none[] = { 0x48, 0x8b, 0x47, 0x08, 0xc3 };
    static const uint8_t debug_build[] = {
        0xe8, 0xfb, 0x0f, 0x00, 0x00, /* call _Py_IncRefTotal */
        0xe8, 0xf6, 0x1f, 0x00, 0x00, /* call new_reference */
        0xc3,
    };
    uint64_t callee;

    ck_assert_uint_eq(
        births_variable(by_offset, sizeof by_offset, 0x1000, STATE, &callee),
        STATE + SWITCH_OFFSET);
    ck_assert_uint_eq(
        births_variable(absolute, sizeof absolute, 0x1000, STATE, &callee),
        STATE + SWITCH_OFFSET);
    ck_assert_uint_eq(
        births_variable(none, sizeof none, 0x1000, STATE, &callee), 0);
    ck_assert_uint_eq(callee, 0);
    ck_assert_uint_eq(births_variable(debug_build, sizeof debug_build, 0x1000,
                                      STATE, &callee),
                      0);
    ck_assert_uint_eq(callee, 0x3000);
}
END_TEST

START_TEST(what_is_not_aligned_is_no_count)
{
    static const uint8_t bytes[] = {
        0xff, 0x4f, 0x24,                               /* decl 36(%rdi) */
        0x48, 0x83, 0x43, 0x11, 0x01,                   /* addq $1,17(%rbx) */
        0x48, 0x83, 0x05, 0x34, 0x12, 0x00, 0x00, 0x02, /* addq $2,x(%rip) */
        0xc3,
    };

    ck_assert_uint_eq(find(bytes, sizeof bytes), 0);
}
END_TEST

/* A pointer that lies on the stack of the evaluator is no count of 3.12. */
START_TEST(what_was_a_pointer_is_no_count)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x4d, 0x48, /* mov 72(%rbp),%rcx */
        0x8b, 0x01,             /* mov (%rcx),%eax */
        0x83, 0xc0, 0x01,       /* add $1,%eax */
        0x74, 0x02,             /* je 1f */
        0x89, 0x01,             /* mov %eax,(%rcx) */
        0x49, 0x89, 0x0f,       /* 1: mov %rcx,(%r15) */
        0xc3,
    };

    ck_assert_uint_eq(find(bytes, sizeof bytes), 1);
    ck_assert_uint_eq(found[0].index, 4);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("sites_narrow");
    TCase *tests = tcase_create("sites_narrow");

    tcase_add_test(tests, finds_the_increment_of_3_12);
    tcase_add_test(tests,
                   finds_the_increment_of_3_12_where_modules_run_with_3_11);
    tcase_add_test(tests, what_is_not_aligned_is_no_count);
    tcase_add_test(tests, what_was_a_pointer_is_no_count);
    tcase_add_test(tests, finds_the_decrement_of_3_12_that_stores_eight_bytes);
    tcase_add_test(tests, finds_the_increment_of_3_14);
    tcase_add_test(tests, finds_two_increments_of_3_14_in_one);
    tcase_add_test(tests,
                   finds_many_increments_at_once_limited_to_what_is_mortal);
    tcase_add_test(tests, finds_many_increments_added_from_memory);
    tcase_add_test(tests, finds_many_increments_added_to_what_is_in_memory);
    tcase_add_test(tests, finds_the_increment_behind_a_header_loaded_elsewhere);
    tcase_add_test(tests, finds_the_forms_without_test_of_the_evaluation_loop);
    tcase_add_test(tests, finds_the_increment_without_optimisation);
    tcase_add_test(tests,
                   finds_the_count_that_waits_on_the_stack_during_a_call);
    tcase_add_test(tests, another_slot_of_the_stack_holds_another_value);
    tcase_add_test(tests, finds_the_assignment_of_debug_builds);
    tcase_add_test(tests, finds_the_counts_of_immortals);
    tcase_add_test(tests, a_birth_may_come_before_the_switch);
    tcase_add_test(tests,
                   a_store_of_one_after_the_switch_and_a_call_is_no_birth);
    tcase_add_test(tests, the_same_offset_in_another_structure_marks_no_birth);
    tcase_add_test(tests, the_code_of_new_reference_shows_the_switch);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
