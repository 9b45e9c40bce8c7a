/* Which instructions of a function have to do with words of what it makes. */
#include "arch/made_words.h"
#include "followed_code.h"
#include "unit.h"

#include <check.h>

enum { MAKER = HELPER, TYPE = 0x1800, ROOM = 8 };

static struct numbering numbering;
static struct made_word found[ROOM];
static struct made_call asked;

/* Of the words of 0x10 and 0x20 bytes in. */
static struct owned_offsets
owned_by_maker(void *context, const struct made_call *call)
{
    static const int32_t offsets[] = { 0x10, 0x20 };

    (void)context;
    asked = *call;
    return call->target == MAKER || call->by_pointer
               ? (struct owned_offsets){ offsets, 2 }
               : (struct owned_offsets){ NULL, 0 };
}

static size_t
find(const uint8_t *bytes, size_t size)
{
    const struct handing_code code = followed_code(bytes, size, borrows);

    return made_words_find(&numbering, &code, ADDRESS, size, owned_by_maker,
                           NULL, found, ROOM);
}

#define FIND(bytes) find(bytes, sizeof bytes)

START_TEST(a_word_is_the_same_by_whatever_register)
{
    static const uint8_t bytes[] = {
        0xe8, 0xfb, 0x0f, 0x00, 0x00, /* call MAKER */
        0x48, 0x89, 0xc3,             /* mov %rax,%rbx */
        0x48, 0x89, 0x70, 0x20,       /* mov %rsi,0x20(%rax) */
        0x48, 0x89, 0x70, 0x18,       /* mov %rsi,0x18(%rax): not owned */
        0x48, 0x8b, 0x53, 0x20,       /* mov 0x20(%rbx),%rdx */
        0x48, 0x89, 0x72, 0x10,       /* mov %rsi,0x10(%rdx): another's */
        0xc3,
    };

    ck_assert_uint_eq(FIND(bytes), 2);
    ck_assert_uint_eq(found[0].address, ADDRESS + 8);
    ck_assert_uint_eq(found[1].address, ADDRESS + 16);
    ck_assert_int_eq(found[0].word, found[1].word);
    ck_assert_uint_eq(found[0].maker, ADDRESS);
}
END_TEST

START_TEST(a_vector_has_two_words)
{
    static const uint8_t bytes[] = {
        0xff, 0x93, 0x30, 0x01, 0x00, 0x00, /* call *0x130(%rbx) */
        0x0f, 0x11, 0x40, 0x10,             /* movups %xmm0,0x10(%rax) */
        0x0f, 0x11, 0x40, 0x18,             /* movups %xmm0,0x18(%rax) */
        0xc3,
    };

    ck_assert_uint_eq(FIND(bytes), 2);
    ck_assert(asked.by_pointer);
    ck_assert_uint_eq(found[0].address, ADDRESS + 6);
    ck_assert_int_eq(found[0].behind, 0);
    ck_assert_uint_eq(found[1].address, ADDRESS + 10);
    ck_assert_int_eq(found[1].behind, 8);
    ck_assert_int_ne(found[0].word, found[1].word);
}
END_TEST

START_TEST(what_is_given_to_the_call_is_its_type)
{
    static const uint8_t bytes[] = {
        0x48, 0x8d, 0x3d, 0xf9, 0x07, 0x00, 0x00, /* lea TYPE,%rdi */
        0xe8, 0xf4, 0x0f, 0x00, 0x00,             /* call MAKER */
        0x48, 0x89, 0x70, 0x20,                   /* mov %rsi,0x20(%rax) */
        0xc3,
    };

    ck_assert_uint_eq(FIND(bytes), 1);
    ck_assert_uint_eq(asked.type, TYPE);
    ck_assert(!asked.by_pointer);
}
END_TEST

START_TEST(what_an_argument_has_is_not_made)
{
    static const uint8_t bytes[] = {
        0x48, 0x89, 0x77, 0x20, /* mov %rsi,0x20(%rdi) */
        0xc3,
    };

    ck_assert_uint_eq(FIND(bytes), 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("made_words");
    TCase *words = tcase_create("words");

    tcase_add_test(words, a_word_is_the_same_by_whatever_register);
    tcase_add_test(words, a_vector_has_two_words);
    tcase_add_test(words, what_is_given_to_the_call_is_its_type);
    tcase_add_test(words, what_an_argument_has_is_not_made);
    suite_add_tcase(suite, words);
    return unit_run(suite);
}
