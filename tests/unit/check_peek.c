#include "probe/state/peek.h"
#include "probe/state/recorder.h"
#include "refuse.h"
#include "unit.h"

#include <check.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { PAGE_BYTES = 4096 };

static uint64_t there = 4711;
static uint64_t gone; /* an address where nothing is */

static void
begin(void)
{
    void *page = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    ck_assert_ptr_ne(page, MAP_FAILED);
    ck_assert_int_eq(munmap(page, PAGE_BYTES), 0);
    gone = (uint64_t)(uintptr_t)page;
    recorder.pid = (uint64_t)getpid();
}

/* What is there is read, and what is not does not fault. */
static void
check_both(void)
{
    uint64_t word = 0;

    ck_assert(peek64((uint64_t)(uintptr_t)&there, &word));
    ck_assert_uint_eq(word, 4711);
    ck_assert(!peek64(gone, &word));
}

static void
refuse_calls(int error, const int *numbers, size_t count)
{
    ck_assert_msg(refuse(SECCOMP_RET_ERRNO | (unsigned)error, numbers, count),
                  "no seccomp here");
}

/* Of several words those that are not there are told from the others. */
static void
check_several(uint64_t expected)
{
    uint64_t place = (uint64_t)(uintptr_t)&there;
    uint64_t addresses[] = { place, gone, place, gone, gone, place };
    uint64_t words[6] = { 0 };

    ck_assert_uint_eq(peek_words(addresses, words, 6), expected);
    for (unsigned i = 0; i < 6; i++) {
        ck_assert_uint_eq(words[i], expected >> i & 1 ? 4711 : 0);
    }
    ck_assert_uint_eq(peek_words(addresses, words, 0), 0);
}

START_TEST(several_words_are_read_at_once)
{
    check_several(0x25);
}
END_TEST

/* Words of three pages, of which the second is gone, in this order. */
static void
check_pages(bool falling)
{
    enum { A_PAGE = 20, ALL = 3 * A_PAGE };
    uint64_t *pages =
        (uint64_t *)mmap(NULL, 3 * PAGE_BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint64_t addresses[ALL], words[ALL] = { 0 }, found;

    ck_assert_ptr_ne(pages, MAP_FAILED);
    for (unsigned i = 0; i < ALL; i++) {
        unsigned at = falling ? ALL - 1 - i : i;
        uint64_t *word = &pages[at / A_PAGE * (PAGE_BYTES / sizeof *pages) +
                                at % A_PAGE * 23];

        *word = at + 1;
        addresses[i] = (uint64_t)(uintptr_t)word;
    }
    ck_assert_int_eq(munmap((char *)pages + PAGE_BYTES, PAGE_BYTES), 0);
    found = peek_words(addresses, words, ALL);
    for (unsigned i = 0; i < ALL; i++) {
        unsigned at = falling ? ALL - 1 - i : i;
        bool gone_by_now = at / A_PAGE == 1;

        ck_assert_uint_eq(found >> i & 1, !gone_by_now);
        ck_assert_uint_eq(words[i], gone_by_now ? 0 : at + 1);
    }
    ck_assert_int_eq(munmap(pages, PAGE_BYTES), 0);
    ck_assert_int_eq(munmap((char *)pages + 2 * PAGE_BYTES, PAGE_BYTES), 0);
}

START_TEST(words_of_one_page_are_read_together)
{
    check_pages(false);
    check_pages(true);
}
END_TEST

/* How much of three places was copied; the one in the middle may be gone. */
static uint64_t
copied_of_three(uint64_t middle, uint64_t *words)
{
    struct iovec places[] = { { &there, sizeof there },
                              { (void *)(uintptr_t)middle, sizeof there },
                              { &there, sizeof there } };

    return peek_places(places, 3, words);
}

START_TEST(several_places_are_read_up_to_the_first_that_is_gone)
{
    uint64_t words[3] = { 0 };

    ck_assert_uint_eq(copied_of_three((uint64_t)(uintptr_t)&there, words), 24);
    ck_assert(words[0] == 4711 && words[1] == 4711 && words[2] == 4711);
    ck_assert_uint_eq(copied_of_three(gone, words), 8);
}
END_TEST

START_TEST(no_place_is_read_where_the_call_is_refused)
{
    int call = SYS_process_vm_readv;
    uint64_t words[3] = { 0 };

    refuse_calls(EPERM, &call, 1);
    ck_assert_uint_eq(copied_of_three((uint64_t)(uintptr_t)&there, words), 0);
}
END_TEST

START_TEST(several_words_are_read_where_the_call_is_refused)
{
    int call = SYS_process_vm_readv;

    refuse_calls(ENOSYS, &call, 1);
    check_several(0x25);
}
END_TEST

START_TEST(of_several_words_none_is_known_where_all_is_refused)
{
    static const int calls[] = { SYS_process_vm_readv, SYS_open };

    refuse_calls(EPERM, calls, 2);
    check_several(0);
}
END_TEST

/* A sanitizer that looks for leaks at the end makes calls that are refused. */
const char *__lsan_default_options(void);

const char *
__lsan_default_options(void)
{
    return "detect_leaks=0";
}

START_TEST(what_is_there_is_read_and_what_is_not_is_known)
{
    check_both();
}
END_TEST

START_TEST(the_file_is_read_where_the_call_is_refused)
{
    static const int errors[] = { EPERM, ENOSYS, ENOMEM, EINTR };
    int call = SYS_process_vm_readv;

    refuse_calls(errors[_i], &call, 1);
    check_both();
}
END_TEST

START_TEST(nothing_is_known_where_both_are_refused)
{
    static const int calls[] = { SYS_process_vm_readv, SYS_open };
    uint64_t word = 0;

    refuse_calls(EPERM, calls, 2);
    ck_assert(!peek64(gone, &word));
    ck_assert(!peek64((uint64_t)(uintptr_t)&there, &word));
}
END_TEST

START_TEST(data_of_a_module_is_read_where_both_are_refused)
{
    static const int calls[] = { SYS_process_vm_readv, SYS_open };
    uint64_t at = (uint64_t)(uintptr_t)&there, word = 0;

    peek_learn(at, at + sizeof there, false);
    refuse_calls(EPERM, calls, 2);
    ck_assert(peek64(at, &word));
    ck_assert_uint_eq(word, 4711);
    ck_assert(!peek64(at + 1, &word)); /* ends behind it */
    ck_assert(!peek64(gone, &word));
}
END_TEST

START_TEST(data_of_a_module_that_was_unloaded_does_not_fault)
{
    uint64_t word = 0;

    peek_learn(gone, gone + PAGE_BYTES, false);
    ck_assert(!peek64(gone, &word));
}
END_TEST

START_TEST(nobody_is_asked_about_data_of_the_interpreter)
{
    static const int calls[] = { SYS_process_vm_readv, SYS_open };
    uint64_t at = (uint64_t)(uintptr_t)&there, word = 0;

    peek_learn(at, at + sizeof there, true);
    ck_assert(refuse(SECCOMP_RET_KILL_PROCESS, calls, 2));
    ck_assert(peek64(at, &word));
    ck_assert_uint_eq(word, 4711);
}
END_TEST

START_TEST(pages_that_nobody_touched_are_left_absent)
{
    uint8_t *pages = mmap(NULL, 3 * PAGE_BYTES, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    uint8_t resident[3], got[2 * PAGE_BYTES];
    uint64_t start = (uint64_t)(uintptr_t)pages, word;

    ck_assert_ptr_ne(pages, MAP_FAILED);
    ck_assert_int_eq(madvise(pages, 3 * PAGE_BYTES, MADV_NOHUGEPAGE), 0);
    pages[0] = 1;
    peek_leave_absent();
    check_both();
    check_several(0x25);
    ck_assert_uint_eq(peek_bytes(start + 8, got, sizeof got), PAGE_BYTES - 8);
    ck_assert_uint_eq(peek_bytes(start, got, 16), 16);
    ck_assert(!peek64(start + PAGE_BYTES, &word));
    ck_assert(!peek64(start + PAGE_BYTES - 4, &word));
    ck_assert_int_eq(mincore(pages, 3 * PAGE_BYTES, resident), 0);
    ck_assert_uint_eq(resident[0] & 1, 1);
    ck_assert_uint_eq((resident[1] | resident[2]) & 1, 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("peek");
    TCase *tests = tcase_create("peek");

    tcase_add_checked_fixture(tests, begin, NULL);
    tcase_add_test(tests, what_is_there_is_read_and_what_is_not_is_known);
    tcase_add_test(tests, pages_that_nobody_touched_are_left_absent);
    tcase_add_loop_test(tests, the_file_is_read_where_the_call_is_refused, 0,
                        4);
    tcase_add_test(tests, nothing_is_known_where_both_are_refused);
    tcase_add_test(tests, several_words_are_read_at_once);
    tcase_add_test(tests, words_of_one_page_are_read_together);
    tcase_add_test(tests, several_places_are_read_up_to_the_first_that_is_gone);
    tcase_add_test(tests, no_place_is_read_where_the_call_is_refused);
    tcase_add_test(tests, several_words_are_read_where_the_call_is_refused);
    tcase_add_test(tests, of_several_words_none_is_known_where_all_is_refused);
    tcase_add_test(tests, data_of_a_module_is_read_where_both_are_refused);
    tcase_add_test(tests, data_of_a_module_that_was_unloaded_does_not_fault);
    tcase_add_test(tests, nobody_is_asked_about_data_of_the_interpreter);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
