/* What the code after a call does with the reference that the call returned. */
#include "arch/handing.h"
#include "followed_code.h"
#include "unit.h"

#include <check.h>
#include <string.h>

static struct handing_memory memory;
static struct handing found;
static enum handing_callee callee;

static enum handing_callee
ask_callee(void *context, const struct handing_call *call)
{
    (void)context;
    ck_assert_uint_eq(call->target, HELPER);
    ck_assert(!call->slot);
    return callee;
}

static void
follow_from(const uint8_t *bytes, size_t size,
            const struct handing_start *start)
{
    const struct handing_code code = followed_code(bytes, size, ask_callee);

    handing_follow(&code, start, &memory, &found);
}

/* From the first byte on, where a call has just returned the reference. */
static void
follow(const uint8_t *bytes, size_t size)
{
    follow_from(bytes, size,
                &(struct handing_start){
                    .address = ADDRESS, .registers = 1, .owed = 1 });
}

#define FOLLOW(bytes) follow(bytes, sizeof bytes)

/* Both ways of the switch in the test below. */
static size_t
switched(void *context, uint64_t jump, uint64_t *targets, size_t room)
{
    (void)context;
    ck_assert_uint_eq(jump, ADDRESS + 3);
    ck_assert_uint_ge(room, 2);
    targets[0] = ADDRESS + 5;
    targets[1] = ADDRESS + 9;
    return 2;
}

START_TEST(a_switch_goes_all_its_ways)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xc3,       /* mov %rax,%rbx */
        0xff, 0xe2,             /* jmp *%rdx */
        0x48, 0x83, 0x2b, 0x01, /* subq $1,(%rbx) */
        0x31, 0xc0,             /* xor %eax,%eax */
        0x5b,                   /* pop %rbx */
        0xc3,
    };
    struct handing_code code = followed_code(bytes, sizeof bytes, ask_callee);
    const struct handing_start start = { .address = ADDRESS,
                                         .registers = 1,
                                         .owed = 1 };

    code.switched = switched;
    handing_follow(&code, &start, &memory, &found);
    ck_assert(!found.unclear && found.gone);
    ck_assert_uint_eq(found.loss_count, 1); /* the way that does not release */
    code.switched = NULL;
    handing_follow(&code, &start, &memory, &found);
    ck_assert(found.unclear && !found.gone);
}
END_TEST

START_TEST(a_comparison_with_zero_asks_for_a_pointer_too)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xc3,       /* mov %rax,%rbx */
        0x48, 0x83, 0xfb, 0x00, /* cmp $0,%rbx */
        0x74, 0x04,             /* je 1f */
        0x48, 0x83, 0x2b, 0x01, /* subq $1,(%rbx) */
        0x31, 0xc0,             /* 1: xor %eax,%eax */
        0xc3,
    };

    FOLLOW(bytes);
    ck_assert(found.gone && !found.unclear);
    ck_assert_uint_eq(found.loss_count, 0);
}
END_TEST

START_TEST(an_immortal_is_known_by_the_limit_of_counts)
{
    static uint8_t bytes[] = {
        0x8b, 0x08,                         /* mov (%rax),%ecx */
        0x81, 0xf9, 0xff, 0xff, 0xff, 0xbf, /* cmp $0xbfffffff,%ecx */
        0x77, 0x05,                         /* ja 1f */
        0x83, 0xc1, 0x01,                   /* add $1,%ecx */
        0x89, 0x08,                         /* mov %ecx,(%rax) */
        0x48, 0x89, 0x47, 0x18,             /* 1: mov %rax,0x18(%rdi) */
        0x31, 0xc0,                         /* xor %eax,%eax */
        0xc3,
    };
    const struct handing_start start = { .address = ADDRESS, .registers = 1 };

    follow_from(bytes, sizeof bytes, &start);
    ck_assert(found.stored && !found.unclear);
    ck_assert_uint_eq(found.loss_count, 0);
    ck_assert_uint_eq(found.lent_count, 0);
    bytes[7] = 0xc0; /* not that limit: it goes both ways */
    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 1);
}
END_TEST

START_TEST(a_wrapper_hands_it_on)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0xc4, 0x08, /* add $8,%rsp */
        0xc3,                   /* ret */
    };

    FOLLOW(bytes);
    ck_assert(found.returned && !found.gone && !found.stored);
    ck_assert_uint_eq(found.loss_count, 0);
}
END_TEST

START_TEST(a_loss_tells_where_the_path_left_those_that_still_have_it)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xc3,             /* mov %rax,%rbx */
        0x48, 0x85, 0xc0,             /* test %rax,%rax */
        0x74, 0x13,                   /* je 2f */
        0x48, 0x89, 0xc7,             /* mov %rax,%rdi */
        0xe8, 0xf0, 0x0f, 0x00, 0x00, /* call HELPER */
        0x85, 0xc0,                   /* test %eax,%eax */
        0x78, 0x0c,                   /* js 3f: there it is released */
        0x4d, 0x85, 0xe4,             /* test %r12,%r12 */
        0x74, 0x02,                   /* je 2f: nobody looks at it */
        0x31, 0xd2,                   /* xor %edx,%edx */
        0x31, 0xc0,                   /* 2: xor %eax,%eax */
        0x5b,                         /* pop %rbx */
        0xc3,                         /* ret */
        0x90,                         /* nop */
        0x48, 0x8b, 0x03,             /* 3: mov (%rbx),%rax */
        0x48, 0x83, 0x2b, 0x01,       /* subq $1,(%rbx) */
        0xeb, 0xf2,                   /* jmp 2b */
    };

    callee = HANDING_BORROWS;
    FOLLOW(bytes);
    ck_assert_uint_eq(found.loss_count, 1);
    ck_assert_uint_eq(found.losses[0].passed, ADDRESS + 23);
    ck_assert_uint_eq(found.losses[0].parted, ADDRESS + 18);
}
END_TEST

START_TEST(a_path_without_a_release_loses_it)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xc3,             /* mov %rax,%rbx */
        0x48, 0x85, 0xc0,             /* test %rax,%rax */
        0x74, 0x08,                   /* je 1f */
        0x48, 0x89, 0xc7,             /* mov %rax,%rdi */
        0xe8, 0xf0, 0x0f, 0x00, 0x00, /* call HELPER */
        0x31, 0xc0,                   /* 1: xor %eax,%eax */
        0x5b,                         /* pop %rbx */
        0xc3,
    };

    callee = HANDING_BORROWS;
    FOLLOW(bytes);
    ck_assert(!found.returned && found.gone && !found.doubtful);
    ck_assert_uint_eq(found.loss_count, 1);
    ck_assert_uint_eq(found.losses[0].passed, ADDRESS + 11);
    ck_assert_uint_eq(found.losses[0].used, ADDRESS + 11);
    callee = HANDING_STEALS;
    FOLLOW(bytes);
    ck_assert_uint_eq(found.loss_count, 0);
    callee = HANDING_DOUBTFUL;
    FOLLOW(bytes);
    ck_assert(found.doubtful);
    callee = HANDING_STOPS;
    FOLLOW(bytes);
    ck_assert(!found.gone);
    ck_assert_uint_eq(found.loss_count, 0);
}
END_TEST

START_TEST(a_pair_of_vectors_words_is_stored_twice)
{
    static const uint8_t bytes[] = {
        0x66, 0x48, 0x0f, 0x6e, 0xc0, /* movq %rax,%xmm0 */
        0x66, 0x0f, 0x6c, 0xc0,       /* punpcklqdq %xmm0,%xmm0 */
        0x48, 0xff, 0x00,             /* incq (%rax) */
        0x0f, 0x11, 0x43, 0x38,       /* movups %xmm0,0x38(%rbx) */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,
    };
    static const uint8_t once[] = {
        0x66, 0x48, 0x0f, 0x6e, 0xc0, /* movq %rax,%xmm0 */
        0x66, 0x48, 0x0f, 0x6e, 0xc9, /* movq %rcx,%xmm1 */
        0x66, 0x0f, 0x6c, 0xc8,       /* punpcklqdq %xmm0,%xmm1 */
        0x48, 0xff, 0x00,             /* incq (%rax) */
        0x0f, 0x11, 0x4b, 0x38,       /* movups %xmm1,0x38(%rbx) */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,
    };

    FOLLOW(bytes);
    ck_assert(found.stored && found.gone);
    ck_assert_uint_eq(found.loss_count, 0);
    ck_assert_uint_eq(found.store_count, 2);
    ck_assert_int_eq(found.stores[0].where, 0x38);
    ck_assert_int_eq(found.stores[1].where, 0x40);
    FOLLOW(once);
    ck_assert_uint_eq(found.loss_count, 1);
    ck_assert_uint_eq(found.store_count, 1);
    ck_assert_int_eq(found.stores[0].where, 0x40);
}
END_TEST

START_TEST(one_instruction_makes_a_pair_of_a_word)
{
    static const uint8_t repeated[] = {
        0x66, 0x48, 0x0f, 0x6e, 0xc8, /* movq %rax,%xmm1 */
        0xf2, 0x0f, 0x12, 0xc1,       /* movddup %xmm1,%xmm0 */
        0x48, 0xff, 0x00,             /* incq (%rax) */
        0x0f, 0x11, 0x43, 0x48,       /* movups %xmm0,0x48(%rbx) */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,
    };
    static const uint8_t ordered[] = {
        0x66, 0x48, 0x0f, 0x6e, 0xc8, /* movq %rax,%xmm1 */
        0x66, 0x0f, 0x70, 0xc1, 0x44, /* pshufd $0x44,%xmm1,%xmm0 */
        0x48, 0xff, 0x00,             /* incq (%rax) */
        0x0f, 0x11, 0x43, 0x48,       /* movups %xmm0,0x48(%rbx) */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,
    };
    static const uint8_t broadcast[] = {
        0xc4, 0xe1, 0xf9, 0x6e, 0xc8, /* vmovq %rax,%xmm1 */
        0xc4, 0xe2, 0x79, 0x59, 0xc1, /* vpbroadcastq %xmm1,%xmm0 */
        0x48, 0xff, 0x00,             /* incq (%rax) */
        0xc5, 0xfa, 0x7f, 0x43, 0x48, /* vmovdqu %xmm0,0x48(%rbx) */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,
    };
    static const uint8_t swapped[] = {
        0x66, 0x48, 0x0f, 0x6e, 0xc8, /* movq %rax,%xmm1 */
        0x66, 0x0f, 0x70, 0xc1, 0x4e, /* pshufd $0x4e,%xmm1,%xmm0 */
        0x0f, 0x11, 0x43, 0x48,       /* movups %xmm0,0x48(%rbx) */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,
    };

    FOLLOW(repeated);
    ck_assert_uint_eq(found.loss_count, 0);
    ck_assert_uint_eq(found.store_count, 2);
    FOLLOW(ordered);
    ck_assert_uint_eq(found.loss_count, 0);
    ck_assert_uint_eq(found.store_count, 2);
    FOLLOW(broadcast);
    ck_assert_uint_eq(found.loss_count, 0);
    ck_assert_uint_eq(found.store_count, 2);
    FOLLOW(swapped);
    ck_assert_uint_eq(found.loss_count, 0);
    ck_assert_uint_eq(found.store_count, 1);
    ck_assert_int_eq(found.stores[0].where, 0x50);
}
END_TEST

START_TEST(one_addition_counts_for_all_fields_of_a_new_object)
{
    static const uint8_t bytes[] = {
        0x66, 0x48, 0x0f, 0x6e, 0xc0, /* movq %rax,%xmm0 */
        0x66, 0x0f, 0x6c, 0xc0,       /* punpcklqdq %xmm0,%xmm0 */
        0x0f, 0x11, 0x43, 0x10,       /* movups %xmm0,0x10(%rbx) */
        0x0f, 0x11, 0x43, 0x20,       /* movups %xmm0,0x20(%rbx) */
        0x0f, 0x11, 0x43, 0x30,       /* movups %xmm0,0x30(%rbx) */
        0x0f, 0x11, 0x43, 0x40,       /* movups %xmm0,0x40(%rbx) */
        0x0f, 0x11, 0x43, 0x50,       /* movups %xmm0,0x50(%rbx) */
        0x0f, 0x11, 0x43, 0x60,       /* movups %xmm0,0x60(%rbx) */
        0x0f, 0x11, 0x43, 0x70,       /* movups %xmm0,0x70(%rbx) */
        0x0f, 0x11, 0x43, 0x00,       /* movups %xmm0,0x0(%rbx) */
        0x48, 0x83, 0x00, 0x0f,       /* addq $15,(%rax) */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,
    };

    FOLLOW(bytes);
    ck_assert(found.stored && found.gone);
    ck_assert_uint_eq(found.loss_count, 0);
    ck_assert_uint_eq(found.walked, 13); /* each of them once */
}
END_TEST

START_TEST(a_vector_keeps_it_for_later)
{
    static const uint8_t bytes[] = {
        0x66, 0x48, 0x0f, 0x6e, 0xc0, /* movq %rax,%xmm0 */
        0x0f, 0x29, 0x04, 0x24,       /* movaps %xmm0,(%rsp) */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0x66, 0x0f, 0xef, 0xc0,       /* pxor %xmm0,%xmm0 */
        0x66, 0x0f, 0x6f, 0x0c, 0x24, /* movdqa (%rsp),%xmm1 */
        0x66, 0x48, 0x0f, 0x7e, 0xca, /* movq %xmm1,%rdx */
        0x48, 0xff, 0x0a,             /* decq (%rdx) */
        0xc3,
    };

    FOLLOW(bytes);
    ck_assert(!found.stored && found.gone);
    ck_assert_uint_eq(found.loss_count, 0);
}
END_TEST

START_TEST(a_release_on_every_path_is_fine)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xc3,       /* mov %rax,%rbx */
        0x48, 0x83, 0x2b, 0x01, /* subq $1,(%rbx) */
        0x75, 0x02,             /* jne 1f */
        0x90, 0x90,             /* nop; nop */
        0x31, 0xc0,             /* 1: xor %eax,%eax */
        0x5b,                   /* pop %rbx */
        0xc3,
    };

    FOLLOW(bytes);
    ck_assert(!found.returned && found.gone);
    ck_assert_uint_eq(found.loss_count, 0);
}
END_TEST

START_TEST(a_release_of_what_may_be_immortal_is_one)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xc3, /* mov %rax,%rbx */
        0x8b, 0x03,       /* mov (%rbx),%eax */
        0x85, 0xc0,       /* test %eax,%eax */
        0x78, 0x05,       /* js 1f */
        0x83, 0xe8, 0x01, /* sub $1,%eax */
        0x89, 0x03,       /* mov %eax,(%rbx) */
        0x31, 0xc0,       /* 1: xor %eax,%eax */
        0x5b,             /* pop %rbx */
        0xc3,
    };

    FOLLOW(bytes);
    ck_assert(found.gone);
    ck_assert_uint_eq(found.loss_count, 0);
}
END_TEST

START_TEST(clang_tests_the_bit_of_what_may_be_immortal)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xc7,                      /* mov %rax,%rdi */
        0x48, 0x8b, 0x07,                      /* mov (%rdi),%rax */
        0xa9, 0x00, 0x00, 0x00, 0x80,          /* test $0x80000000,%eax */
        0x75, 0x07,                            /* jne 1f */
        0x48, 0x83, 0xc0, 0xff,                /* add $-1,%rax */
        0x48, 0x89, 0x07,                      /* mov %rax,(%rdi) */
        0x48, 0x8b, 0x0d, 0,    0,    0,    0, /* 1: mov 0(%rip),%rcx */
        0x41, 0xf7, 0xc0, 0x00, 0x00, 0x00,    /* test $0x80000000,%r8d */
        0x80, 0x31, 0xc0,                      /* xor %eax,%eax */
        0xc3,
    };
    static const uint8_t other[] = {
        0x48, 0x89, 0xc7,             /* mov %rax,%rdi */
        0x48, 0x8b, 0x0f,             /* mov (%rdi),%rcx */
        0xf7, 0xc1, 0x00, 0x00, 0x00, /* test $0x40000000,%ecx */
        0x40, 0x75, 0x07,             /* jne 1f */
        0x48, 0x83, 0xc1, 0xff,       /* add $-1,%rcx */
        0x48, 0x89, 0x0f,             /* mov %rcx,(%rdi) */
        0x31, 0xc0,                   /* 1: xor %eax,%eax */
        0xc3,
    };

    FOLLOW(bytes);
    ck_assert(found.gone);
    ck_assert_uint_eq(found.loss_count, 0);
    FOLLOW(other);
    ck_assert_uint_eq(found.loss_count, 1);
}
END_TEST

START_TEST(gcc_shifts_the_sign_of_what_may_be_immortal)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xc2,       /* mov %rax,%rdx */
        0x48, 0x8b, 0x02,       /* mov (%rdx),%rax */
        0xc1, 0xe8, 0x1f,       /* shr $31,%eax */
        0x0f, 0xb6, 0xc0,       /* movzbl %al,%eax */
        0x85, 0xc0,             /* test %eax,%eax */
        0x75, 0x0a,             /* jne 1f */
        0x48, 0x8b, 0x02,       /* mov (%rdx),%rax */
        0x48, 0x8d, 0x48, 0xff, /* lea -1(%rax),%rcx */
        0x48, 0x89, 0x0a,       /* mov %rcx,(%rdx) */
        0x31, 0xc0,             /* 1: xor %eax,%eax */
        0xc3,
    };
    uint8_t other[sizeof bytes];

    FOLLOW(bytes);
    ck_assert(found.gone);
    ck_assert_uint_eq(found.loss_count, 0);
    memcpy(other, bytes, sizeof bytes);
    other[8] = 30; /* another bit */
    FOLLOW(other);
    ck_assert_uint_eq(found.loss_count, 1);
    memcpy(other, bytes, sizeof bytes);
    other[11] = 0xc4; /* movzbl %ah,%eax */
    FOLLOW(other);
    ck_assert_uint_eq(found.loss_count, 1);
}
END_TEST

START_TEST(a_taking_more_than_is_handed_on_is_lost)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0x00, 0x01, /* addq $1,(%rax) */
        0xc3,
    };

    FOLLOW(bytes);
    ck_assert(found.returned);
    ck_assert_uint_eq(found.loss_count, 1);
}
END_TEST

START_TEST(an_object_may_own_it)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x47, 0x10, /* mov %rax,0x10(%rdi) */
        0x31, 0xc0,             /* xor %eax,%eax */
        0xc3,
    };

    FOLLOW(bytes);
    ck_assert(found.stored && found.gone);
    ck_assert_uint_eq(found.loss_count, 0);
    ck_assert_uint_eq(found.store_count, 1);
    ck_assert(found.stores[0].where == 0x10 && !found.stores[0].fixed);
}
END_TEST

/* A word behind the code, in which the pointer always stands. */
enum { VARIABLE = ADDRESS + 0x100 };

static void
follow_variable(const uint8_t *bytes, size_t size)
{
    const struct handing_code code = followed_code(bytes, size, ask_callee);

    handing_follow(&code,
                   &(struct handing_start){ .address = ADDRESS,
                                            .variable = VARIABLE,
                                            .cautious = true },
                   &memory, &found);
}

START_TEST(what_is_returned_without_a_taking_was_lent)
{
    static const uint8_t bytes[] = {
        0x85, 0xff,                               /* test %edi,%edi */
        0x74, 0x0c,                               /* je 1f */
        0x48, 0x8b, 0x05, 0xf5, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0x48, 0x83, 0x00, 0x01,                   /* addq $1,(%rax) */
        0xc3,                                     /* ret */
        0x48, 0x8b, 0x05, 0xe9, 0x00, 0x00, 0x00, /* 1: mov VARIABLE,%rax */
        0xc3,                                     /* ret */
    };

    follow_variable(bytes, sizeof bytes);
    ck_assert_uint_eq(found.lent_count, 1);
    ck_assert_uint_eq(found.lent[0].used, ADDRESS + 16);
    ck_assert_uint_eq(found.lent[0].passed, ADDRESS + 2);
}
END_TEST

START_TEST(a_variable_that_is_filled_anew_has_what_was_put_there)
{
    static const uint8_t bytes[] = {
        0x48, 0x8d, 0x7c, 0x24, 0x08,             /* lea 8(%rsp),%rdi */
        0xe8, 0xf6, 0x0f, 0x00, 0x00,             /* call HELPER */
        0x48, 0x8b, 0x05, 0xef, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0x48, 0x89, 0x44, 0x24, 0x08,             /* mov %rax,8(%rsp) */
        0xe8, 0xe5, 0x0f, 0x00, 0x00,             /* call HELPER */
        0x48, 0x8b, 0x44, 0x24, 0x08,             /* mov 8(%rsp),%rax */
        0x48, 0x83, 0x28, 0x01,                   /* subq $1,(%rax) */
        0x31, 0xc0,                               /* xor %eax,%eax */
        0xc3,
    };

    callee = HANDING_BORROWS;
    follow_variable(bytes, sizeof bytes);
    ck_assert_uint_eq(found.lent_count, 1);
    ck_assert_uint_eq(found.lent[0].given, ADDRESS + 32);
    ck_assert(found.lent[0].null && !found.lent[0].minus_one);
}
END_TEST

START_TEST(a_path_may_end_with_a_sign_of_failure)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x05, 0xf9, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0x48, 0x83, 0x28, 0x01,                   /* subq $1,(%rax) */
        0xbb, 0xff, 0xff, 0xff, 0xff,             /* mov $-1,%ebx */
        0x85, 0xff,                               /* test %edi,%edi */
        0x74, 0x05,                               /* je 1f */
        0xe8, 0xe7, 0x0f, 0x00, 0x00,             /* call HELPER */
        0x89, 0xd8,                               /* 1: mov %ebx,%eax */
        0xc3,
    };

    callee = HANDING_BORROWS;
    follow_variable(bytes, sizeof bytes);
    ck_assert_uint_eq(found.lent_count, 1);
    ck_assert(found.lent[0].minus_one && !found.lent[0].null);
}
END_TEST

START_TEST(a_flag_that_was_asked_is_asked_again)
{
    static const uint8_t once[] = {
        0x48, 0x8b, 0x05, 0xf9, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0x45, 0x31, 0xf6,                         /* xor %r14d,%r14d */
        0x85, 0xff,                               /* test %edi,%edi */
        0x74, 0x0a,                               /* je 1f */
        0x48, 0x83, 0x00, 0x01,                   /* addq $1,(%rax) */
        0x41, 0xbe, 0x01, 0x00, 0x00, 0x00,       /* mov $1,%r14d */
        0x45, 0x85, 0xf6,                         /* 1: test %r14d,%r14d */
        0x74, 0x04,                               /* je 2f */
        0x48, 0x83, 0x28, 0x01,                   /* subq $1,(%rax) */
        0x31, 0xc0,                               /* 2: xor %eax,%eax */
        0xc3,                                     /* ret */
    };
    static const uint8_t bits[] = {
        0x48, 0x8b, 0x05, 0xf9, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0x40, 0xf6, 0xc7, 0x08,                   /* test $8,%dil */
        0x75, 0x04,                               /* jne 1f */
        0x48, 0x83, 0x00, 0x01,                   /* addq $1,(%rax) */
        0x40, 0xf6, 0xc7, 0x08,                   /* 1: test $8,%dil */
        0x75, 0x04,                               /* jne 2f */
        0x48, 0x83, 0x28, 0x01,                   /* subq $1,(%rax) */
        0x31, 0xc0,                               /* 2: xor %eax,%eax */
        0xc3,                                     /* ret */
    };
    uint8_t others[sizeof bits];

    follow_variable(once, sizeof once);
    ck_assert_uint_eq(found.lent_count, 0);
    follow_variable(bits, sizeof bits);
    ck_assert_uint_eq(found.lent_count, 0);
    memcpy(others, bits, sizeof bits);
    others[20] = 0x10; /* another one of its bits */
    follow_variable(others, sizeof others);
    ck_assert_uint_eq(found.lent_count, 1);
}
END_TEST

START_TEST(what_was_compared_with_it_stands_for_it)
{
    static const uint8_t bytes[] = {
        0x48, 0x3b, 0x05, 0xf9, 0x00, 0x00, 0x00, /* cmp VARIABLE,%rax */
        0x74, 0x05,                               /* je 1f */
        0x48, 0x83, 0x28, 0x02,                   /* subq $2,(%rax) */
        0xc3,                                     /* ret */
        0x48, 0x8b, 0x0d, 0xeb, 0x00, 0x00, 0x00, /* 1: mov VARIABLE,%rcx */
        0x48, 0x83, 0x29, 0x01,                   /* subq $1,(%rcx) */
        0x48, 0x83, 0x28, 0x01,                   /* subq $1,(%rax) */
        0x31, 0xc0,                               /* xor %eax,%eax */
        0xc3,                                     /* ret */
    };
    struct handing_start start = {
        .address = ADDRESS, .registers = 1u << 0, .owed = 1, .cautious = true
    };

    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 1);
    ck_assert_uint_eq(found.lent[0].used, ADDRESS + 9);
    start.equals = VARIABLE;
    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 1);
    ck_assert_uint_eq(found.lent[0].used, ADDRESS + 25);
}
END_TEST

/* The argument of a call that was on the stack, and then what another returned
 * by that word's address, which is stored. */
START_TEST(a_word_whose_address_a_callee_has_may_be_anothers)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xc3,             /* mov %rax,%rbx */
        0x48, 0x89, 0x44, 0x24, 0x20, /* mov %rax,0x20(%rsp) */
        0x48, 0x8d, 0x74, 0x24, 0x20, /* lea 0x20(%rsp),%rsi */
        0xe8, 0xee, 0x0f, 0x00, 0x00, /* call HELPER */
        0x48, 0x8b, 0x44, 0x24, 0x20, /* mov 0x20(%rsp),%rax */
        0x49, 0x89, 0x46, 0x18,       /* mov %rax,0x18(%r14) */
        0x48, 0xff, 0x0b,             /* decq (%rbx) */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,
    };
    struct handing_start start = {
        .address = ADDRESS, .registers = 1u << 0, .owed = 1, .cautious = true
    };

    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 0);
    start.cautious = false;
    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 1);
}
END_TEST

START_TEST(a_pointer_without_its_lowest_bits_is_the_same)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x05, 0xf9, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0x48, 0x89, 0xc1,                         /* mov %rax,%rcx */
        0x48, 0x83, 0xe1, 0xfe,                   /* and $-2,%rcx */
        0x48, 0x83, 0x01, 0x01,                   /* addq $1,(%rcx) */
        0xc3,                                     /* ret */
    };

    follow_variable(bytes, sizeof bytes);
    ck_assert_uint_eq(found.lent_count, 0);
}
END_TEST

static uint16_t pushed;

static enum handing_callee
note_pushed(void *context, const struct handing_call *call)
{
    (void)context;
    pushed = call->pushed;
    return pushed != 0 ? HANDING_STEALS : HANDING_BORROWS;
}

START_TEST(what_is_pushed_is_an_argument)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x05, 0xf9, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0x50,                                     /* push %rax */
        0x41, 0x50,                               /* push %r8 */
        0xff, 0x35, 0xf0, 0x00, 0x00, 0x00,       /* push VARIABLE */
        0xe8, 0xeb, 0x0f, 0x00, 0x00,             /* call HELPER */
        0xc3,                                     /* ret */
    };
    const struct handing_code code =
        followed_code(bytes, sizeof bytes, note_pushed);

    handing_follow(&code,
                   &(struct handing_start){ .address = ADDRESS,
                                            .variable = VARIABLE,
                                            .cautious = true },
                   &memory, &found);
    ck_assert_uint_eq(pushed, 1 << 0 | 1 << 2);
    ck_assert_uint_eq(found.lent_count, 1);
}
END_TEST

/* Two words of the stack; the argument of a call is pushed between, so that the
 * displacement of the one is that of the other. */
START_TEST(a_word_is_the_same_wherever_the_stack_pointer_is)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x44, 0x24, 0x20, /* mov %rax,0x20(%rsp) */
        0x48, 0x83, 0xec, 0x08,       /* sub $8,%rsp */
        0x56,                         /* push %rsi */
        0x48, 0x8b, 0x7c, 0x24, 0x20, /* mov 0x20(%rsp),%rdi: another one */
        0xe8, 0xec, 0x0f, 0x00, 0x00, /* call HELPER */
        0x48, 0x83, 0xc4, 0x10,       /* add $16,%rsp */
        0x48, 0x8b, 0x7c, 0x24, 0x20, /* mov 0x20(%rsp),%rdi */
        0x48, 0xff, 0x0f,             /* decq (%rdi) */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,
    };
    const struct handing_start start = {
        .address = ADDRESS, .registers = 1u << 0, .owed = 1, .cautious = true
    };

    callee = HANDING_STEALS;
    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 0);
    ck_assert_uint_eq(found.loss_count, 0);
    callee = HANDING_BORROWS;
}
END_TEST

/* The first instruction behind a call whose arguments are still on the stack. */
START_TEST(words_are_told_from_where_the_stack_pointer_will_be)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0xc4, 0x10,       /* add $16,%rsp */
        0x48, 0x8b, 0x7c, 0x24, 0x20, /* mov 0x20(%rsp),%rdi */
        0x48, 0xff, 0x0f,             /* decq (%rdi) */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,
    };
    struct handing_start start = { .address = ADDRESS,
                                   .in_slot = true,
                                   .slot = handing_word(0x20, false),
                                   .loyal = true,
                                   .cautious = true };

    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 1);
    start.slot = handing_word(0x30, false);
    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 0);
}
END_TEST

/* Of an argument, stored in a new object and taken from there; what the new object
 * owns is given away, and its own again where it is written over. */
START_TEST(a_word_of_a_new_object_has_its_reference)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x70, 0x18,       /* mov %rsi,0x18(%rax) */
        0x31, 0xf6,                   /* xor %esi,%esi */
        0x48, 0x8b, 0x53, 0x18,       /* mov 0x18(%rbx),%rdx */
        0x48, 0xff, 0x02,             /* incq (%rdx) */
        0x48, 0xc7, 0x43, 0x18, 0x00, /* movq $0,0x18(%rbx) */
        0x00, 0x00, 0x00,             /* ... */
        0xc3,
    };
    static const struct made_word made[] = {
        { ADDRESS, 0, 1, HELPER },
        { ADDRESS + 6, 0, 1, HELPER },
        { ADDRESS + 13, 0, 1, HELPER },
    };
    uint8_t kept[sizeof bytes];
    struct handing_start start = { .address = ADDRESS,
                                   .registers = 1u << 6,
                                   .cautious = true,
                                   .borrows = true,
                                   .made = made,
                                   .made_count = 3 };

    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.loss_count, 1); /* taken, and had again */
    memcpy(kept, bytes, sizeof bytes);
    kept[13] = 0xc3; /* ret: it stays there */
    follow_from(kept, sizeof kept, &start);
    ck_assert_uint_eq(found.loss_count + found.lent_count, 0);
    kept[10] = 0xc3; /* it was not taken */
    follow_from(kept, sizeof kept, &start);
    ck_assert_uint_eq(found.lent_count, 1);
    ck_assert_uint_eq(found.lent[0].given, ADDRESS);
    start.maker = HELPER; /* an object owns itself nowhere */
    follow_from(kept, sizeof kept, &start);
    ck_assert_uint_eq(found.lent_count, 0);
}
END_TEST

/* A variable that a loop sets anew each time, which this code does not show. What
 * was borrowed is given away the first time already. */
START_TEST(what_a_loop_releases_without_end_is_another_each_time)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x44, 0x24, 0x20, /* mov %rax,0x20(%rsp) */
        0x48, 0x8b, 0x7c, 0x24, 0x20, /* 1: mov 0x20(%rsp),%rdi */
        0x48, 0xff, 0x0f,             /* decq (%rdi) */
        0x83, 0xe9, 0x01,             /* sub $1,%ecx */
        0x75, 0xf3,                   /* jne 1b */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,
    };
    struct handing_start start = {
        .address = ADDRESS, .registers = 1u << 0, .owed = 1, .cautious = true
    };

    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 0);
    start.owed = 0;
    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 1);
}
END_TEST

START_TEST(what_is_loaded_twice_was_taken_once)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x05, 0xf9, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0x48, 0x83, 0x00, 0x01,                   /* addq $1,(%rax) */
        0xe8, 0xf0, 0x0f, 0x00, 0x00,             /* call HELPER */
        0x48, 0x8b, 0x05, 0xe9, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0xc3,                                     /* ret */
    };

    follow_variable(bytes, sizeof bytes);
    ck_assert_uint_eq(found.lent_count, 0);
}
END_TEST

/* Where the count may be the field, compilers load that again. */
START_TEST(what_is_loaded_again_from_its_field_is_the_same)
{
    static uint8_t bytes[] = {
        0x48, 0x8b, 0x43, 0x50, /* mov 0x50(%rbx),%rax */
        0x48, 0x83, 0x00, 0x01, /* addq $1,(%rax) */
        0x48, 0x8b, 0x43, 0x50, /* mov 0x50(%rbx),%rax */
        0x48, 0x89, 0x45, 0x50, /* mov %rax,0x50(%rbp) */
        0x31, 0xc0,             /* xor %eax,%eax */
        0xc3,
    };
    struct handing_start start = { .address = ADDRESS + 4,
                                   .registers = 1,
                                   .loaded = ADDRESS };

    follow_from(bytes, sizeof bytes, &start);
    ck_assert(found.stored && found.loss_count == 0);
    bytes[11] = 0x58; /* another field */
    follow_from(bytes, sizeof bytes, &start);
    ck_assert(!found.stored && found.loss_count == 1);
    bytes[11] = 0x50;
    start.loaded = 0;
    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.loss_count, 1);
}
END_TEST

START_TEST(what_was_written_to_its_field_is_another)
{
    static const uint8_t written[] = {
        0x48, 0x8b, 0x43, 0x50, /* mov 0x50(%rbx),%rax */
        0x48, 0x83, 0x00, 0x01, /* addq $1,(%rax) */
        0x48, 0xc7, 0x43, 0x50, 0x00, 0x00, 0x00, 0x00, /* movq $0,0x50(%rbx) */
        0x48, 0x8b, 0x43, 0x50, /* mov 0x50(%rbx),%rax */
        0xc3,
    };
    static const uint8_t elsewhere[] = {
        0x48, 0x8b, 0x43, 0x50, /* mov 0x50(%rbx),%rax */
        0x48, 0x83, 0x00, 0x01, /* addq $1,(%rax) */
        0x48, 0x89, 0xfb,       /* mov %rdi,%rbx */
        0x48, 0x8b, 0x43, 0x50, /* mov 0x50(%rbx),%rax */
        0xc3,
    };
    const struct handing_start start = { .address = ADDRESS + 4,
                                         .registers = 1,
                                         .loaded = ADDRESS };

    follow_from(written, sizeof written, &start);
    ck_assert(!found.returned && found.loss_count == 1);
    follow_from(elsewhere, sizeof elsewhere, &start);
    ck_assert(!found.returned && found.loss_count == 1);
}
END_TEST

START_TEST(a_count_that_is_set_was_perhaps_raised)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x05, 0xf9, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0x48, 0xc7, 0x00, 0x02, 0x00, 0x00, 0x00, /* movq $2,(%rax) */
        0xc3,                                     /* ret */
    };

    follow_variable(bytes, sizeof bytes);
    ck_assert_uint_eq(found.lent_count, 0);
}
END_TEST

START_TEST(what_is_given_in_a_loop_may_be_taken_all_at_once)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x08,             /* mov (%rax),%rcx */
        0x31, 0xd2,                   /* xor %edx,%edx */
        0x48, 0x89, 0x44, 0xd3, 0x18, /* 1: mov %rax,0x18(%rbx,%rdx,8) */
        0x48, 0x83, 0xc2, 0x01,       /* add $1,%rdx */
        0x48, 0x39, 0xd6,             /* cmp %rdx,%rsi */
        0x75, 0xf2,                   /* jne 1b */
        0x48, 0x8d, 0x0c, 0x31,       /* lea (%rcx,%rsi),%rcx */
        0x48, 0x89, 0x08,             /* mov %rcx,(%rax) */
        0x48, 0x89, 0x44, 0xf3, 0x10, /* mov %rax,0x10(%rbx,%rsi,8) */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,
    };
    uint8_t other[sizeof bytes];
    static const uint64_t stores[] = { ADDRESS + 5, ADDRESS + 26 };
    struct handing_start start = { .address = ADDRESS,
                                   .registers = 1u << 0,
                                   .cautious = true,
                                   .borrows = true,
                                   .filling = stores,
                                   .filling_count = 2 };

    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 0);
    memcpy(other, bytes, sizeof bytes);
    memset(other + 23, 0x90, 3); /* the count stays what it was */
    follow_from(other, sizeof other, &start);
    ck_assert_uint_eq(found.lent_count, 1);
}
END_TEST

START_TEST(what_is_compared_with_itself_goes_one_way)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x05, 0xf9, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0x48, 0x89, 0xc2,                         /* mov %rax,%rdx */
        0x48, 0x39, 0xc2,                         /* cmp %rax,%rdx */
        0x75, 0x04,                               /* jne 1f */
        0x48, 0x83, 0x00, 0x01,                   /* addq $1,(%rax) */
        0xc3,                                     /* 1: ret */
    };
    uint8_t other[sizeof bytes];

    follow_variable(bytes, sizeof bytes);
    ck_assert_uint_eq(found.lent_count, 0);

    memcpy(other, bytes, sizeof bytes);
    other[9] = 0xca; /* mov %rcx,%rdx */
    other[8] = 0x89;
    follow_variable(other, sizeof other);
    ck_assert_uint_eq(found.lent_count, 1);
}
END_TEST

START_TEST(a_count_that_was_written_may_be_raised_again)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x05, 0xf9, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0x48, 0x8b, 0x10,                         /* mov (%rax),%rdx */
        0x48, 0x83, 0xc2, 0x01,                   /* add $1,%rdx */
        0x48, 0x89, 0x10,                         /* mov %rdx,(%rax) */
        0x48, 0x89, 0x47, 0x10,                   /* mov %rax,0x10(%rdi) */
        0x48, 0x83, 0xc2, 0x01,                   /* add $1,%rdx */
        0x48, 0x89, 0x10,                         /* mov %rdx,(%rax) */
        0xc3,                                     /* ret */
    };

    follow_variable(bytes, sizeof bytes);
    ck_assert_uint_eq(found.lent_count, 0);
}
END_TEST

START_TEST(a_pointer_that_is_stored_may_be_borrowed)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x47, 0x10, /* mov %rax,0x10(%rdi) */
        0x48, 0x83, 0x28, 0x01, /* subq $1,(%rax) */
        0x31, 0xc0,             /* xor %eax,%eax */
        0xc3,                   /* ret */
    };
    struct handing_start start = {
        .address = ADDRESS, .registers = 1u << 0, .owed = 1, .cautious = true
    };

    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 1);
    start.borrows = true;
    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 0);
    ck_assert_uint_eq(found.loss_count, 0);
}
END_TEST

START_TEST(what_is_put_into_a_container_is_given_away)
{
    static const uint8_t bytes[] = {
        0x8b, 0x10,             /* mov (%rax),%edx */
        0x48, 0x89, 0x43, 0x18, /* mov %rax,0x18(%rbx) */
        0x83, 0xc2, 0x01,       /* add $1,%edx */
        0x74, 0x02,             /* je 1f: it is immortal */
        0x89, 0x10,             /* mov %edx,(%rax) */
        0x48, 0x89, 0xd8,       /* 1: mov %rbx,%rax */
        0xc3,
    };
    static const uint64_t store = ADDRESS + 2;
    struct handing_start start = { .address = ADDRESS,
                                   .registers = 1u << 0,
                                   .cautious = true,
                                   .borrows = true,
                                   .filling = &store,
                                   .filling_count = 1 };

    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 0);
    start.registers = 1u << 1; /* %rcx, which nobody stores, and %rax does */
    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 0);
    start.registers = 1u << 0;
    start.address = ADDRESS + 2; /* as if nobody had read the count */
    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 1);
    ck_assert(!found.lent[0].returned);
    ck_assert_uint_eq(found.lent[0].given, store);
}
END_TEST

START_TEST(what_is_moved_out_of_its_field_is_owned)
{
    static const uint8_t bytes[] = {
        0x48, 0x85, 0xff,                   /* test %rdi,%rdi */
        0x74, 0x08,                         /* je 1f */
        0x48, 0xc7, 0x46, 0x18, 0, 0, 0, 0, /* movq $0,0x18(%rsi) */
        0xc3,                               /* 1: ret */
    };
    const struct handing_field field = { .slot = { .where = 0x18 } };
    const struct handing_field other = { .slot = { .where = 0x20 } };
    struct handing_start start = { .address = ADDRESS,
                                   .registers = 1u << 0,
                                   .cautious = true,
                                   .borrows = true,
                                   .field = &field };

    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 1); /* by the branch */
    start.address = ADDRESS + 5;
    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 0);
    start.field = &other;
    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 1);
    ck_assert(!found.number);
}
END_TEST

START_TEST(what_a_field_lacks_it_may_hand_over_later)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x47, 0x20,                /* mov %rax,0x20(%rdi) */
        0x31, 0xc0,                            /* xor %eax,%eax */
        0xe8, 0xf5, 0x0f, 0x00, 0x00,          /* call HELPER */
        0x48, 0xc7, 0x47, 0x18, 0,    0, 0, 0, /* movq $0,0x18(%rdi) */
        0xc3,                                  /* ret */
    };
    static const uint64_t store = ADDRESS;
    const struct handing_field field = { .slot = { .where = 0x18 } };
    const struct handing_field other = { .slot = { .where = 0x28 } };
    struct handing_start start = { .address = ADDRESS,
                                   .registers = 1u << 0,
                                   .cautious = true,
                                   .borrows = true,
                                   .filling = &store,
                                   .filling_count = 1,
                                   .field = &field };

    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 0);
    start.field = &other;
    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 1);
    ck_assert(!found.lent[0].moved);
}
END_TEST

START_TEST(what_a_field_had_is_released_once)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x4f, 0x18, /* mov %rcx,0x18(%rdi) */
        0x48, 0x83, 0x28, 0x01, /* subq $1,(%rax) */
        0x48, 0x83, 0x28, 0x01, /* subq $1,(%rax) */
        0x31, 0xc0,             /* xor %eax,%eax */
        0xc3,                   /* ret */
    };
    const struct handing_field field = { .slot = { .where = 0x18 } };
    struct handing_start start = { .address = ADDRESS,
                                   .registers = 1u << 0,
                                   .cautious = true,
                                   .borrows = true,
                                   .field = &field };
    uint8_t once[sizeof bytes];

    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.lent_count, 1);
    ck_assert(found.lent[0].moved);
    memcpy(once, bytes, sizeof bytes);
    memset(once + 8, 0x90, 4);
    follow_from(once, sizeof once, &start);
    ck_assert_uint_eq(found.lent_count, 0);
}
END_TEST

START_TEST(what_is_counted_with_is_no_pointer)
{
    static const uint8_t bytes[] = {
        0x48, 0xc1, 0xe0, 0x04, /* shl $4,%rax */
        0xc3,                   /* ret */
        0x48, 0x83, 0xf8, 0x15, /* cmp $0x15,%rax */
        0xc3,                   /* ret */
        0x48, 0x8b, 0x0c, 0xc7, /* mov (%rdi,%rax,8),%rcx */
        0xc3,                   /* ret */
        0x48, 0x85, 0xc0,       /* test %rax,%rax */
        0x7e, 0x00,             /* jle */
        0xc3,                   /* ret */
    };
    static const uint64_t starts[] = { 0, 5, 10, 15 };
    struct handing_start start = { .registers = 1u << 0, .cautious = true };

    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        start.address = ADDRESS + starts[i];
        follow_from(bytes, sizeof bytes, &start);
        ck_assert(found.number);
    }
    start.address = ADDRESS + 4;
    follow_from(bytes, sizeof bytes, &start);
    ck_assert(!found.number);
}
END_TEST

START_TEST(it_may_lack_one_or_more)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0x28, 0x01, /* subq $1,(%rax) */
        0x48, 0x83, 0x28, 0x01, /* subq $1,(%rax) */
        0x48, 0x83, 0x28, 0x01, /* subq $1,(%rax) */
        0x31, 0xc0,             /* xor %eax,%eax */
        0xc3,                   /* ret */
    };

    FOLLOW(bytes);
    ck_assert_uint_eq(found.lent_count, 1);
    ck_assert(found.lent[0].twice);
    follow(bytes + 4, sizeof bytes - 4);
    ck_assert_uint_eq(found.lent_count, 1);
    ck_assert(!found.lent[0].twice);
}
END_TEST

START_TEST(a_callee_may_take_it_for_its_caller)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x3d, 0xf9, 0x00, 0x00, 0x00, /* mov VARIABLE,%rdi */
        0xe8, 0xf4, 0x0f, 0x00, 0x00,             /* call HELPER */
        0x48, 0x8b, 0x05, 0xed, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0xc3,                                     /* ret */
    };

    callee = HANDING_BORROWS;
    follow_variable(bytes, sizeof bytes);
    ck_assert_uint_eq(found.lent_count, 1);
    callee = HANDING_TAKES;
    follow_variable(bytes, sizeof bytes);
    ck_assert_uint_eq(found.lent_count, 0);
    callee = HANDING_BORROWS;
}
END_TEST

START_TEST(the_stack_keeps_it_meanwhile)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x44, 0x24, 0x08,       /* mov %rax,8(%rsp) */
        0xe8, 0xf6, 0x0f, 0x00, 0x00,       /* call HELPER */
        0x48, 0x83, 0x7c, 0x24, 0x08, 0x00, /* cmpq $0,8(%rsp) */
        0x74, 0x05,                         /* je 1f */
        0x48, 0x8b, 0x44, 0x24, 0x08,       /* mov 8(%rsp),%rax */
        0xc3,                               /* 1: ret */
    };

    callee = HANDING_BORROWS;
    FOLLOW(bytes);
    ck_assert(found.returned && !found.stored && !found.gone);
    ck_assert_uint_eq(found.loss_count, 0);
}
END_TEST

START_TEST(what_it_equals_is_not_followed)
{
    static const uint8_t bytes[] = {
        0x48, 0x39, 0xd8, /* cmp %rbx,%rax */
        0x74, 0x01,       /* je 1f */
        0xc3,             /* ret */
        0x48, 0x89, 0xd8, /* 1: mov %rbx,%rax */
        0xc3,
    };

    FOLLOW(bytes);
    ck_assert(found.returned && !found.gone);
    ck_assert_uint_eq(found.loss_count, 0);
}
END_TEST

START_TEST(a_switch_is_not_understood)
{
    static const uint8_t bytes[] = {
        0xff, 0xe2, /* jmp *%rdx */
    };

    FOLLOW(bytes);
    ck_assert(found.unclear && !found.gone);
}
END_TEST

START_TEST(bytes_that_end_are_not_followed_further)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xc3, /* mov %rax,%rbx */
    };

    FOLLOW(bytes);
    ck_assert(found.unclear);
}
END_TEST

static void
follow_through(const uint8_t *bytes, size_t size, uint64_t through)
{
    const struct handing_code code = followed_code(bytes, size, ask_callee);
    const struct handing_start start = {
        .address = ADDRESS,
        .registers = 1 << 7,
        .through = through,
    };

    handing_follow(&code, &start, &memory, &found);
}

START_TEST(only_paths_through_the_taking_count)
{
    static const uint8_t bytes[] = {
        0x85, 0xf6,             /* test %esi,%esi */
        0x74, 0x04,             /* je 1f */
        0x48, 0x83, 0x07, 0x01, /* addq $1,(%rdi) */
        0x31, 0xc0,             /* 1: xor %eax,%eax */
        0xc3,
    };

    follow_through(bytes, sizeof bytes, ADDRESS + 4);
    ck_assert(found.gone);
    ck_assert_uint_eq(found.loss_count, 1);
    follow_through(bytes, sizeof bytes, ADDRESS + 100);
    ck_assert(!found.gone);
    ck_assert_uint_eq(found.loss_count, 0);
}
END_TEST

START_TEST(of_two_that_are_taken_one_may_be_stored)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0x07, 0x02, /* addq $2,(%rdi) */
        0x48, 0x89, 0x3e,       /* mov %rdi,(%rsi) */
        0x31, 0xc0,             /* xor %eax,%eax */
        0xc3,
    };

    follow_through(bytes, sizeof bytes, ADDRESS);
    ck_assert_uint_eq(found.loss_count, 1);
    ck_assert_uint_eq(found.losses[0].raised, ADDRESS);
    ck_assert_uint_eq(found.losses[0].lowered, ADDRESS + 4);
}
END_TEST

START_TEST(a_callee_that_knows_the_slot_may_change_it)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x44, 0x24, 0x08, /* mov %rax,8(%rsp) */
        0x48, 0x8d, 0x7c, 0x24, 0x08, /* lea 8(%rsp),%rdi */
        0xe8, 0xf1, 0x0f, 0x00, 0x00, /* call HELPER */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,
    };

    callee = HANDING_BORROWS;
    FOLLOW(bytes);
    ck_assert(found.unclear);
    ck_assert_uint_eq(found.loss_count, 0);
}
END_TEST

START_TEST(a_call_that_had_it_last_is_known)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xc7,             /* mov %rax,%rdi */
        0xe8, 0xf8, 0x0f, 0x00, 0x00, /* call HELPER */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,
    };

    callee = HANDING_BORROWS;
    FOLLOW(bytes);
    ck_assert_uint_eq(found.loss_count, 1);
    ck_assert(found.losses[0].given);
    ck_assert_uint_eq(found.losses[0].used, ADDRESS + 3);
}
END_TEST

START_TEST(the_way_of_null_is_that_of_a_loss_too)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xc3,             /* mov %rax,%rbx */
        0x48, 0x85, 0xc0,             /* test %rax,%rax */
        0x74, 0x0c,                   /* je 2f */
        0xe8, 0xf3, 0x0f, 0x00, 0x00, /* call HELPER */
        0x83, 0xf9, 0x01,             /* cmp $1,%ecx */
        0x74, 0x02,                   /* je 2f */
        0xeb, 0x02,                   /* jmp 3f */
        0x31, 0xdb,                   /* 2: xor %ebx,%ebx */
        0x48, 0x89, 0xd8,             /* 3: mov %rbx,%rax */
        0xc3,
    };

    callee = HANDING_BORROWS;
    FOLLOW(bytes);
    ck_assert(found.returned);
    ck_assert_uint_eq(found.loss_count, 1);
    ck_assert_uint_eq(found.losses[0].joined, ADDRESS + 16);
}
END_TEST

START_TEST(what_is_taken_unless_it_is_null_does_not_go_the_way_of_null)
{
    static const uint8_t bytes[] = {
        0x48, 0x85, 0xc0, /* test %rax,%rax */
        0x74, 0x08,       /* je 1f */
        0x8b, 0x08,       /* mov (%rax),%ecx */
        0xff, 0xc1,       /* inc %ecx */
        0x74, 0x02,       /* je 1f */
        0x89, 0x08,       /* mov %ecx,(%rax) */
        0x31, 0xc0,       /* 1: xor %eax,%eax */
        0xc3,
    };
    const struct handing_start start = { .address = ADDRESS, .registers = 1 };

    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.loss_count, 1);
    ck_assert_uint_eq(found.losses[0].joined, 0);
}
END_TEST

START_TEST(two_may_be_taken_at_once)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0x00, 0x02, /* addq $2,(%rax) */
        0x48, 0x89, 0x47, 0x10, /* mov %rax,0x10(%rdi) */
        0x31, 0xc0,             /* xor %eax,%eax */
        0xc3,
    };

    FOLLOW(bytes);
    ck_assert_uint_eq(found.loss_count, 1);
    ck_assert_uint_eq(found.losses[0].twice, ADDRESS);
    ck_assert_uint_eq(found.losses[0].lowered, ADDRESS + 4);
}
END_TEST

START_TEST(where_the_program_stops_nothing_is_lost)
{
    static const uint8_t bytes[] = {
        0x85, 0xc9,                   /* test %ecx,%ecx */
        0x74, 0x01,                   /* je 1f */
        0xc3,                         /* ret */
        0x31, 0xc0,                   /* 1: xor %eax,%eax */
        0xe8, 0xf4, 0x0f, 0x00, 0x00, /* call HELPER */
    };

    callee = HANDING_STOPS;
    FOLLOW(bytes);
    ck_assert(found.returned && !found.gone && !found.unclear);
    ck_assert_uint_eq(found.loss_count, 0);
}
END_TEST

static enum handing_callee
helper_stops(void *context, const struct handing_call *call)
{
    (void)context;
    return call->target == HELPER ? HANDING_STOPS : HANDING_BORROWS;
}

START_TEST(who_only_calls_what_stops_stops_too)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xc3,             /* mov %rax,%rbx */
        0x85, 0xff,                   /* test %edi,%edi */
        0x74, 0x05,                   /* je 1f */
        0xe8, 0x07, 0x00, 0x00, 0x00, /* call 2f */
        0x48, 0x83, 0x2b, 0x01,       /* 1: subq $1,(%rbx) */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,                         /* ret */
        0x48, 0x83, 0xec, 0x08,       /* 2: sub $8,%rsp */
        0xe8, 0xe4, 0x0f, 0x00, 0x00, /* call HELPER */
    };
    const struct handing_code code =
        followed_code(bytes, sizeof bytes, helper_stops);

    handing_follow(
        &code, &(struct handing_start){ .address = ADDRESS, .registers = 1 },
        &memory, &found);
    ck_assert_uint_eq(found.lent_count, 1);
    ck_assert_uint_eq(found.lent[0].passed, ADDRESS + 5); /* not the call */
}
END_TEST

/* Whether the second call has it, in the fourth register of arguments. */
static bool
is_given(const uint8_t *bytes, size_t size)
{
    callee = HANDING_BORROWS;
    follow(bytes, size);
    ck_assert_uint_eq(found.loss_count, 1);
    return found.losses[0].given;
}

START_TEST(arguments_are_set_in_a_row)
{
    static const uint8_t one[] = {
        0x48, 0x89, 0xc3,             /* mov %rax,%rbx */
        0xe8, 0xf8, 0x0f, 0x00, 0x00, /* call HELPER */
        0x48, 0x89, 0xd9,             /* mov %rbx,%rcx */
        0x31, 0xff,                   /* xor %edi,%edi */
        0xe8, 0xee, 0x0f, 0x00, 0x00, /* call HELPER */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,
    };
    static const uint8_t four[] = {
        0x48, 0x89, 0xc3,             /* mov %rax,%rbx */
        0xe8, 0xf8, 0x0f, 0x00, 0x00, /* call HELPER */
        0x48, 0x89, 0xd9,             /* mov %rbx,%rcx */
        0x31, 0xff,                   /* xor %edi,%edi */
        0x31, 0xf6,                   /* xor %esi,%esi */
        0x31, 0xd2,                   /* xor %edx,%edx */
        0xe8, 0xea, 0x0f, 0x00, 0x00, /* call HELPER */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,
    };

    ck_assert(!is_given(one, sizeof one));
    ck_assert(is_given(four, sizeof four));
}
END_TEST

START_TEST(a_slot_that_is_written_over_was_not_looked_at)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x44, 0x24, 0x08, /* mov %rax,8(%rsp) */
        0x48, 0x89, 0x4c, 0x24, 0x08, /* mov %rcx,8(%rsp) */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,
    };

    FOLLOW(bytes);
    ck_assert_uint_eq(found.loss_count, 1);
    ck_assert_uint_eq(found.losses[0].used, ADDRESS);
}
END_TEST

/* Two calls that nobody looks at the first result of. */
START_TEST(what_nobody_looked_at_was_written_over_somewhere)
{
    static const uint8_t zeroed[] = {
        0x48, 0x89, 0xdf, /* mov %rbx,%rdi */
        0x31, 0xc0,       /* xor %eax,%eax */
        0xc3,
    };
    static const uint8_t called[] = {
        0x48, 0x89, 0xdf,             /* mov %rbx,%rdi */
        0xe9, 0xf8, 0x0f, 0x00, 0x00, /* jmp HELPER */
    };
    static const uint8_t kept[] = {
        0x48, 0x89, 0xc1, /* mov %rax,%rcx */
        0x31, 0xc0,       /* xor %eax,%eax */
        0xc3,
    };

    callee = HANDING_BORROWS;
    FOLLOW(zeroed);
    ck_assert_uint_eq(found.loss_count, 1);
    ck_assert_uint_eq(found.losses[0].used, 0);
    ck_assert_uint_eq(found.losses[0].ended, ADDRESS + 3);
    FOLLOW(called);
    ck_assert_uint_eq(found.loss_count, 1);
    ck_assert_uint_eq(found.losses[0].ended, ADDRESS + 3);
    FOLLOW(kept); /* in a register that returns with the function */
    ck_assert_uint_eq(found.loss_count, 1);
    ck_assert_uint_eq(found.losses[0].ended, 0);
}
END_TEST

START_TEST(all_paths_tell_who_looks_at_it)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0xc3,             /* mov %rax,%rbx */
        0x85, 0xc9,                   /* test %ecx,%ecx */
        0x74, 0x08,                   /* je 1f */
        0x48, 0x89, 0xdf,             /* mov %rbx,%rdi */
        0xe8, 0xf1, 0x0f, 0x00, 0x00, /* call HELPER */
        0x31, 0xc0,                   /* 1: xor %eax,%eax */
        0xc3,
    };

    callee = HANDING_BORROWS;
    FOLLOW(bytes);
    ck_assert_uint_eq(found.uses.count, 3);
    ck_assert_uint_eq(found.uses.at[0], ADDRESS);
    ck_assert_uint_eq(found.gave.count, 0);
    callee = HANDING_STEALS;
    FOLLOW(bytes);
    ck_assert_uint_eq(found.gave.count, 1);
}
END_TEST

START_TEST(a_callee_may_have_put_it_on_the_stack)
{
    static const uint8_t bytes[] = {
        0x48, 0x83, 0x00, 0x01,       /* addq $1,(%rax) */
        0x48, 0x8b, 0x44, 0x24, 0x08, /* mov 8(%rsp),%rax */
        0xc3,
    };

    follow_from(bytes, sizeof bytes,
                &(struct handing_start){ .address = ADDRESS,
                                         .registers = 1,
                                         .in_slot = true,
                                         .slot = 8 << 1 });
    ck_assert(found.returned && !found.gone);
}
END_TEST

START_TEST(a_callee_that_has_a_structure_has_all_of_it)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x44, 0x24, 0x10, /* mov %rax,16(%rsp) */
        0x48, 0x8d, 0x7c, 0x24, 0x08, /* lea 8(%rsp),%rdi */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xe8, 0xef, 0x0f, 0x00, 0x00, /* call HELPER */
        0xc3,
    };

    callee = HANDING_BORROWS;
    FOLLOW(bytes);
    ck_assert(found.unclear);
    ck_assert_uint_eq(found.loss_count, 0);
}
END_TEST

START_TEST(what_stands_below_a_structure_is_not_part_of_it)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x44, 0x24, 0x08, /* mov %rax,8(%rsp) */
        0x48, 0x8d, 0x7c, 0x24, 0x10, /* lea 16(%rsp),%rdi */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xe8, 0xef, 0x0f, 0x00, 0x00, /* call HELPER */
        0xc3,
    };

    callee = HANDING_BORROWS;
    FOLLOW(bytes);
    ck_assert(!found.unclear);
    ck_assert_uint_eq(found.loss_count, 1);
}
END_TEST

START_TEST(a_callee_may_own_what_stands_on_the_stack)
{
    static const uint8_t bytes[] = {
        0x48, 0x8d, 0x7c, 0x24, 0x08, /* lea 8(%rsp),%rdi */
        0xe8, 0xf6, 0x0f, 0x00, 0x00, /* call HELPER */
        0x31, 0xc0,                   /* xor %eax,%eax */
        0xc3,
    };
    struct handing_start start = {
        .address = ADDRESS, .in_slot = true, .slot = 8 << 1, .owed = 1
    };

    callee = HANDING_BORROWS;
    follow_from(bytes, sizeof bytes, &start);
    ck_assert(found.unclear);
    start.loyal = true;
    follow_from(bytes, sizeof bytes, &start);
    ck_assert(!found.unclear);
    ck_assert_uint_eq(found.loss_count, 1);
}
END_TEST

/* Where the callee failed, it put nothing there. */
START_TEST(a_callee_that_succeeded_filled_the_word)
{
    static const uint8_t bytes[] = {
        0x85, 0xc0,                   /* test %eax,%eax */
        0x78, 0x06,                   /* js 1f */
        0x48, 0x8b, 0x44, 0x24, 0x08, /* mov 8(%rsp),%rax */
        0xc3,                         /* ret */
        0x31, 0xc0,                   /* 1: xor %eax,%eax */
        0xc3,
    };
    struct handing_start start = { .address = ADDRESS,
                                   .in_slot = true,
                                   .slot = 8 << 1,
                                   .owed = 1,
                                   .filled = true };

    follow_from(bytes, sizeof bytes, &start);
    ck_assert_uint_eq(found.loss_count, 1);
    start.zeros = 1u << REGISTER_RESULT;
    follow_from(bytes, sizeof bytes, &start);
    ck_assert(found.returned);
    ck_assert_uint_eq(found.loss_count, 0);
    start.zeros = 0;
    start.positive = 1u << REGISTER_RESULT;
    follow_from(bytes, sizeof bytes, &start);
    ck_assert(found.returned);
    ck_assert_uint_eq(found.loss_count, 0);
}
END_TEST

/* What the flags tell of such a number with another one is not known. */
START_TEST(a_result_that_is_compared_tells_nothing)
{
    static const uint8_t bytes[] = {
        0x83, 0xf8, 0xff,             /* cmp $-1,%eax */
        0x74, 0x06,                   /* je 1f */
        0x48, 0x8b, 0x44, 0x24, 0x08, /* mov 8(%rsp),%rax */
        0xc3,                         /* ret */
        0x31, 0xc0,                   /* 1: xor %eax,%eax */
        0xc3,
    };
    const struct handing_start start = { .address = ADDRESS,
                                         .in_slot = true,
                                         .slot = 8 << 1,
                                         .owed = 1,
                                         .filled = true,
                                         .zeros = 1u << REGISTER_RESULT };

    follow_from(bytes, sizeof bytes, &start);
    ck_assert(found.unclear);
    ck_assert_uint_eq(found.loss_count, 0);
}
END_TEST

START_TEST(it_is_told_what_is_returned_where_it_was_put_away)
{
    static const uint8_t bytes[] = {
        0x48, 0x85, 0xc0, /* test %rax,%rax */
        0x74, 0x06,       /* je 1f */
        0x48, 0x89, 0x03, /* mov %rax,(%rbx) */
        0x31, 0xc0,       /* xor %eax,%eax */
        0xc3,             /* ret */
        0x83, 0xc8, 0xff, /* 1: or $-1,%eax */
        0xc3,
    };
    const struct handing_start start = { .address = ADDRESS,
                                         .registers = 1u << REGISTER_RESULT,
                                         .owed = 1,
                                         .asks = true };

    follow_from(bytes, sizeof bytes, &start);
    ck_assert(found.put_zero);
    ck_assert(!found.put_other);
    ck_assert_uint_eq(found.store_count, 1);
    ck_assert_uint_eq(found.stored_by[0], ADDRESS + 5);
}
END_TEST

/* As clang keeps what it is going to return. */
START_TEST(what_is_returned_may_come_from_half_a_register)
{
    static const uint8_t bytes[] = {
        0x48, 0x85, 0xc0, /* test %rax,%rax */
        0x74, 0x0a,       /* je 1f */
        0x48, 0x89, 0x03, /* mov %rax,(%rbx) */
        0x45, 0x31, 0xf6, /* xor %r14d,%r14d */
        0x44, 0x89, 0xf0, /* mov %r14d,%eax */
        0xc3,             /* ret */
        0x83, 0xc8, 0xff, /* 1: or $-1,%eax */
        0xc3,
    };
    const struct handing_start start = { .address = ADDRESS,
                                         .registers = 1u << REGISTER_RESULT,
                                         .owed = 1,
                                         .asks = true };

    follow_from(bytes, sizeof bytes, &start);
    ck_assert(found.put_zero);
    ck_assert(!found.put_other);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("handing");
    TCase *cases = tcase_create("paths");

    tcase_add_test(cases, a_switch_goes_all_its_ways);
    tcase_add_test(cases, a_comparison_with_zero_asks_for_a_pointer_too);
    tcase_add_test(cases, an_immortal_is_known_by_the_limit_of_counts);
    tcase_add_test(cases, a_wrapper_hands_it_on);
    tcase_add_test(cases, a_path_without_a_release_loses_it);
    tcase_add_test(cases,
                   a_loss_tells_where_the_path_left_those_that_still_have_it);
    tcase_add_test(cases, a_pair_of_vectors_words_is_stored_twice);
    tcase_add_test(cases, one_instruction_makes_a_pair_of_a_word);
    tcase_add_test(cases, one_addition_counts_for_all_fields_of_a_new_object);
    tcase_add_test(cases, a_vector_keeps_it_for_later);
    tcase_add_test(cases, a_release_on_every_path_is_fine);
    tcase_add_test(cases, a_release_of_what_may_be_immortal_is_one);
    tcase_add_test(cases, clang_tests_the_bit_of_what_may_be_immortal);
    tcase_add_test(cases, gcc_shifts_the_sign_of_what_may_be_immortal);
    tcase_add_test(cases, a_taking_more_than_is_handed_on_is_lost);
    tcase_add_test(cases, an_object_may_own_it);
    tcase_add_test(cases, what_is_returned_without_a_taking_was_lent);
    tcase_add_test(cases, a_count_that_is_set_was_perhaps_raised);
    tcase_add_test(cases, what_is_given_in_a_loop_may_be_taken_all_at_once);
    tcase_add_test(cases, what_is_compared_with_itself_goes_one_way);
    tcase_add_test(cases,
                   a_variable_that_is_filled_anew_has_what_was_put_there);
    tcase_add_test(cases, a_path_may_end_with_a_sign_of_failure);
    tcase_add_test(cases, a_flag_that_was_asked_is_asked_again);
    tcase_add_test(cases, what_was_compared_with_it_stands_for_it);
    tcase_add_test(cases, a_word_whose_address_a_callee_has_may_be_anothers);
    tcase_add_test(cases, a_pointer_without_its_lowest_bits_is_the_same);
    tcase_add_test(cases, what_is_pushed_is_an_argument);
    tcase_add_test(cases,
                   what_a_loop_releases_without_end_is_another_each_time);
    tcase_add_test(cases, a_word_is_the_same_wherever_the_stack_pointer_is);
    tcase_add_test(cases, words_are_told_from_where_the_stack_pointer_will_be);
    tcase_add_test(cases, a_word_of_a_new_object_has_its_reference);
    tcase_add_test(cases, what_is_loaded_twice_was_taken_once);
    tcase_add_test(cases, what_is_loaded_again_from_its_field_is_the_same);
    tcase_add_test(cases, what_was_written_to_its_field_is_another);
    tcase_add_test(cases, a_count_that_was_written_may_be_raised_again);
    tcase_add_test(cases, a_pointer_that_is_stored_may_be_borrowed);
    tcase_add_test(cases, what_is_put_into_a_container_is_given_away);
    tcase_add_test(cases, what_is_moved_out_of_its_field_is_owned);
    tcase_add_test(cases, what_a_field_lacks_it_may_hand_over_later);
    tcase_add_test(cases, what_a_field_had_is_released_once);
    tcase_add_test(cases, what_is_counted_with_is_no_pointer);
    tcase_add_test(cases, it_may_lack_one_or_more);
    tcase_add_test(cases, a_callee_may_take_it_for_its_caller);
    tcase_add_test(cases, the_stack_keeps_it_meanwhile);
    tcase_add_test(cases, what_it_equals_is_not_followed);
    tcase_add_test(cases, a_switch_is_not_understood);
    tcase_add_test(cases, bytes_that_end_are_not_followed_further);
    tcase_add_test(cases, only_paths_through_the_taking_count);
    tcase_add_test(cases, of_two_that_are_taken_one_may_be_stored);
    tcase_add_test(cases, a_callee_that_knows_the_slot_may_change_it);
    tcase_add_test(cases, a_call_that_had_it_last_is_known);
    tcase_add_test(cases, the_way_of_null_is_that_of_a_loss_too);
    tcase_add_test(cases,
                   what_is_taken_unless_it_is_null_does_not_go_the_way_of_null);
    tcase_add_test(cases, two_may_be_taken_at_once);
    tcase_add_test(cases, where_the_program_stops_nothing_is_lost);
    tcase_add_test(cases, who_only_calls_what_stops_stops_too);
    tcase_add_test(cases, arguments_are_set_in_a_row);
    tcase_add_test(cases, a_slot_that_is_written_over_was_not_looked_at);
    tcase_add_test(cases, what_nobody_looked_at_was_written_over_somewhere);
    tcase_add_test(cases, all_paths_tell_who_looks_at_it);
    tcase_add_test(cases, a_callee_may_have_put_it_on_the_stack);
    tcase_add_test(cases, a_callee_that_has_a_structure_has_all_of_it);
    tcase_add_test(cases, what_stands_below_a_structure_is_not_part_of_it);
    tcase_add_test(cases, a_callee_may_own_what_stands_on_the_stack);
    tcase_add_test(cases, a_callee_that_succeeded_filled_the_word);
    tcase_add_test(cases, a_result_that_is_compared_tells_nothing);
    tcase_add_test(cases, it_is_told_what_is_returned_where_it_was_put_away);
    tcase_add_test(cases, what_is_returned_may_come_from_half_a_register);
    suite_add_tcase(suite, cases);

    return unit_run(suite);
}
