/* Words of memory that is there, and of memory that is not. */
#include "probe/census/page_copies.h"
#include "probe/state/recorder.h"
#include "unit.h"

#include <check.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, WORDS = PAGE / 8 };

static uint64_t *pages;

static uint64_t
at(uint32_t word)
{
    return (uint64_t)(uintptr_t)&pages[word];
}

/* Two pages, and none behind them. */
static void
set_up(void)
{
    recorder.pid = (uint64_t)getpid();
    pages = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(pages, MAP_FAILED);
    ck_assert_int_eq(munmap(pages + 2 * WORDS, PAGE), 0);
    for (uint64_t i = 0; i < 2 * WORDS; i++) {
        pages[i] = i << 32 | i;
    }
    ck_assert(page_copies_open());
}

static void
tear_down(void)
{
    page_copies_close();
    munmap(pages, 2 * PAGE);
}

START_TEST(every_word_is_read_as_it_stands)
{
    uint64_t word;

    for (uint32_t i = 0; i < 2 * WORDS; i++) {
        ck_assert(page_copies_word(at(i), &word));
        ck_assert_uint_eq(word, pages[i]);
    }
}
END_TEST

START_TEST(a_word_across_two_pages_is_read)
{
    uint64_t word;

    ck_assert(page_copies_word(at(WORDS) - 4, &word));
    ck_assert_uint_eq(word, pages[WORDS] << 32 | (uint64_t)(WORDS - 1));
}
END_TEST

START_TEST(what_is_not_there_is_not_read)
{
    uint64_t word;

    for (int i = 0; i < 2; i++) {
        ck_assert(!page_copies_word(at(2 * WORDS), &word));
        ck_assert(!page_copies_word(at(2 * WORDS) - 4, &word));
        ck_assert(!page_copies_word(0, &word));
        ck_assert(!page_copies_word(UINT64_MAX - 7, &word));
    }
}
END_TEST

START_TEST(another_search_reads_anew)
{
    uint64_t word;

    ck_assert(page_copies_word(at(1), &word));
    pages[1] = 7;
    ck_assert(page_copies_open());
    ck_assert(page_copies_word(at(1), &word));
    ck_assert_uint_eq(word, 7);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("page_copies");
    TCase *test = tcase_create("page_copies");

    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_test(test, every_word_is_read_as_it_stands);
    tcase_add_test(test, a_word_across_two_pages_is_read);
    tcase_add_test(test, what_is_not_there_is_not_read);
    tcase_add_test(test, another_search_reads_anew);
    suite_add_tcase(suite, test);
    return unit_run(suite);
}
