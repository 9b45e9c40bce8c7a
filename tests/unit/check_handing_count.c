/* What a write to an object's count is worth. */
#include "arch/handing.h"
#include "followed_code.h"
#include "unit.h"

#include <check.h>

/* A word behind the code, in which the pointer always stands. */
enum { VARIABLE = ADDRESS + 0x100 };

static struct handing_memory memory;
static struct handing found;

static void
follow(const uint8_t *bytes, size_t size, bool cautious)
{
    const struct handing_code code = followed_code(bytes, size, borrows);

    handing_follow(&code,
                   &(struct handing_start){ .address = ADDRESS,
                                            .variable = VARIABLE,
                                            .cautious = cautious },
                   &memory, &found);
}

#define FOLLOW(bytes) follow(bytes, sizeof bytes, false)

START_TEST(it_is_written_where_ways_meet_that_raised_it)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x05, 0xf9, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0x48, 0x8b, 0x08,                         /* mov (%rax),%rcx */
        0x85, 0xff,                               /* test %edi,%edi */
        0x74, 0x06,                               /* je 1f */
        0x48, 0x8d, 0x51, 0x02,                   /* lea 2(%rcx),%rdx */
        0xeb, 0x04,                               /* jmp 2f */
        0x48, 0x8d, 0x51, 0x01,                   /* 1: lea 1(%rcx),%rdx */
        0x48, 0x89, 0x10,                         /* 2: mov %rdx,(%rax) */
        0xc3,                                     /* ret */
    };

    FOLLOW(bytes);
    ck_assert(found.returned && !found.unclear);
    ck_assert_uint_eq(found.loss_count, 1);
    ck_assert_uint_eq(found.losses[0].twice, ADDRESS + 24);
}
END_TEST

START_TEST(each_write_is_worth_what_it_adds)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x05, 0xf9, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0x48, 0x8b, 0x08,                         /* mov (%rax),%rcx */
        0x48, 0x8d, 0x51, 0x01,                   /* lea 1(%rcx),%rdx */
        0x48, 0x89, 0x10,                         /* mov %rdx,(%rax) */
        0x48, 0x89, 0x47, 0x10,                   /* mov %rax,0x10(%rdi) */
        0x48, 0x8d, 0x51, 0x02,                   /* lea 2(%rcx),%rdx */
        0x48, 0x89, 0x10,                         /* mov %rdx,(%rax) */
        0x48, 0x89, 0x47, 0x18,                   /* mov %rax,0x18(%rdi) */
        0x31, 0xc0,                               /* xor %eax,%eax */
        0xc3,                                     /* ret */
    };
    uint8_t more[sizeof bytes];

    FOLLOW(bytes);
    ck_assert(found.stored && !found.returned);
    ck_assert_uint_eq(found.loss_count, 0);
    ck_assert_uint_eq(found.lent_count, 0);

    for (size_t i = 0; i < sizeof bytes; i++) {
        more[i] = i == 24 ? 3 : bytes[i]; /* lea 3(%rcx),%rdx */
    }
    FOLLOW(more);
    ck_assert_uint_eq(found.loss_count, 1);
}
END_TEST

START_TEST(a_condition_chooses_which_one_is_written)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x05, 0xf9, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0x48, 0x8b, 0x08,                         /* mov (%rax),%rcx */
        0x48, 0x8d, 0x51, 0x01,                   /* lea 1(%rcx),%rdx */
        0x48, 0x8d, 0x71, 0x02,                   /* lea 2(%rcx),%rsi */
        0x85, 0xff,                               /* test %edi,%edi */
        0x48, 0x0f, 0x45, 0xd6,                   /* cmovne %rsi,%rdx */
        0x48, 0x89, 0x10,                         /* mov %rdx,(%rax) */
        0xc3,                                     /* ret */
    };

    FOLLOW(bytes);
    ck_assert_uint_eq(found.loss_count, 1);
    ck_assert_uint_eq(found.lent_count, 0);
}
END_TEST

START_TEST(what_is_far_from_it_is_not_known)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x05, 0xf9, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0x48, 0x8b, 0x08,                         /* mov (%rax),%rcx */
        0x48, 0x83, 0xc1, 0x40,                   /* add $64,%rcx */
        0x48, 0x89, 0x08,                         /* mov %rcx,(%rax) */
        0x31, 0xc0,                               /* xor %eax,%eax */
        0xc3,                                     /* ret */
    };

    FOLLOW(bytes);
    ck_assert_uint_eq(found.loss_count, 0);
    ck_assert_uint_eq(found.lent_count, 0);
}
END_TEST

/* An argument may be the object: two are taken if it is. */
static const uint8_t compared[] = {
    0x48, 0x8b, 0x05, 0xf9, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
    0x48, 0x39, 0xc7,                         /* cmp %rax,%rdi */
    0x75, 0x05,                               /* jne 1f */
    0x48, 0x83, 0x07, 0x02,                   /* addq $2,(%rdi) */
    0xc3,                                     /* ret */
    0x48, 0x83, 0x00, 0x01,                   /* 1: addq $1,(%rax) */
    0xc3,                                     /* ret */
};

START_TEST(what_was_compared_with_a_variable_is_the_same_object)
{
    FOLLOW(compared);
    ck_assert_uint_eq(found.loss_count, 1);
    ck_assert_uint_eq(found.losses[0].twice, ADDRESS + 12);
}
END_TEST

START_TEST(a_variable_that_is_only_compared_names_it)
{
    static const uint8_t bytes[] = {
        0x48, 0x3b, 0x35, 0xf9, 0x00, 0x00, 0x00, /* cmp VARIABLE,%rsi */
        0x48, 0x89, 0xf7,                         /* mov %rsi,%rdi */
        0x74, 0x03,                               /* je 1f */
        0x31, 0xc0,                               /* xor %eax,%eax */
        0xc3,                                     /* ret */
        0x48, 0x83, 0x06, 0x02,                   /* 1: addq $2,(%rsi) */
        0x48, 0x89, 0xf0,                         /* mov %rsi,%rax */
        0xc3,                                     /* ret */
    };

    FOLLOW(bytes);
    ck_assert_uint_eq(found.loss_count, 1);
    ck_assert_uint_eq(found.losses[0].twice, ADDRESS + 15);
    ck_assert(!found.unclear && !found.doubtful && !found.stored);
}
END_TEST

START_TEST(all_fields_are_filled_before_it_is_written)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x05, 0xf9, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0x48, 0x8b, 0x08,                         /* mov (%rax),%rcx */
        0x48, 0x89, 0x47, 0x10,                   /* mov %rax,0x10(%rdi) */
        0x48, 0x89, 0x47, 0x18,                   /* mov %rax,0x18(%rdi) */
        0x48, 0x89, 0x47, 0x20,                   /* mov %rax,0x20(%rdi) */
        0x48, 0x89, 0x47, 0x28,                   /* mov %rax,0x28(%rdi) */
        0x48, 0x89, 0x47, 0x30,                   /* mov %rax,0x30(%rdi) */
        0x48, 0x83, 0xc1, 0x05,                   /* add $5,%rcx */
        0x48, 0x89, 0x08,                         /* mov %rcx,(%rax) */
        0x31, 0xc0,                               /* xor %eax,%eax */
        0xc3,                                     /* ret */
    };

    FOLLOW(bytes);
    ck_assert_uint_eq(found.loss_count, 0);
    ck_assert_uint_eq(found.lent_count, 0);
}
END_TEST

START_TEST(who_looks_for_loans_leaves_that_way_out)
{
    follow(compared, sizeof compared, true);
    ck_assert_uint_eq(found.loss_count, 0);
}
END_TEST

START_TEST(two_variables_are_two_objects)
{
    static const uint8_t bytes[] = {
        0x48, 0x8b, 0x05, 0xf9, 0x00, 0x00, 0x00, /* mov VARIABLE,%rax */
        0x48, 0x3b, 0x05, 0xf2, 0x10, 0x00, 0x00, /* cmp OTHER,%rax */
        0x75, 0x05,                               /* jne 1f */
        0x48, 0x83, 0x00, 0x02,                   /* addq $2,(%rax) */
        0xc3,                                     /* ret */
        0x48, 0x83, 0x00, 0x01,                   /* 1: addq $1,(%rax) */
        0xc3,                                     /* ret */
    };

    FOLLOW(bytes);
    ck_assert_uint_eq(found.loss_count, 0);
}
END_TEST

int
main(void)
{
    TCase *tcase = tcase_create("handing_count");
    Suite *suite = suite_create("handing_count");

    tcase_add_test(tcase, it_is_written_where_ways_meet_that_raised_it);
    tcase_add_test(tcase, each_write_is_worth_what_it_adds);
    tcase_add_test(tcase, a_condition_chooses_which_one_is_written);
    tcase_add_test(tcase, what_is_far_from_it_is_not_known);
    tcase_add_test(tcase, what_was_compared_with_a_variable_is_the_same_object);
    tcase_add_test(tcase, a_variable_that_is_only_compared_names_it);
    tcase_add_test(tcase, all_fields_are_filled_before_it_is_written);
    tcase_add_test(tcase, who_looks_for_loans_leaves_that_way_out);
    tcase_add_test(tcase, two_variables_are_two_objects);
    suite_add_tcase(suite, tcase);
    return unit_run(suite);
}
