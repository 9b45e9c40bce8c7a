/* How long may be searched for an object: in a forked child, too. */
#include "base/clock.h"
#include "plain_store.h"
#include "probe/state/recorder.h"
#include "probe/watch/slot_search.h"
#include "refuse.h"
#include "unit.h"

#include <check.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGES = 4096, PAGE_WORDS = 512, WORK_MS = 1500 };

enum { REFUSED_AT_ONCE, REFUSED_LATER, REFUSALS };

static uint64_t *heap; /* elsewhere than the library's own data */
static uint32_t type;

static void
add_owner(const uint64_t *object)
{
    uint32_t account = store_add(&recorder.store, LEDGER_ACCOUNTS, 1);

    *store_account(&recorder.store, account) =
        (struct ledger_account){ .object = (uint64_t)(uintptr_t)object,
                                 .type = type,
                                 .state = LEDGER_ACCOUNT_BORN };
}

static void
make_heap(void)
{
    plain_store_make(&recorder.store);
    type = store_add(&recorder.store, LEDGER_TYPES, 1);
    store_type(&recorder.store, type)->flags = LEDGER_TYPE_GC;
    heap = mmap(NULL, PAGES * PAGE_WORDS * sizeof *heap, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(heap, MAP_FAILED);
}

/* Each page has an owner, and has to be read. */
static void
make_full_heap(void)
{
    make_heap();
    for (size_t page = 0; page < PAGES; page++) {
        heap[page * PAGE_WORDS] = 1;
        add_owner(&heap[page * PAGE_WORDS]);
    }
}

static bool
may_search(void)
{
    static uint64_t object[2];
    struct slot_target target = { .object = (uint64_t)(uintptr_t)object };

    slot_search_prepare();
    return slot_search(&target, 1, false);
}

/* Most of the time is searched: the share is used up. */
static void
search_while_allowed(void)
{
    ck_assert(may_search());
    while (may_search()) {
    }
}

START_TEST(a_forked_child_does_not_pay_for_its_parent)
{
    int status;
    pid_t child;

    make_full_heap();
    search_while_allowed();
    child = fork();
    if (child == 0) {
        slot_search_forget();
        _exit(may_search() ? 0 : 1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    plain_store_free(&recorder.store);
}
END_TEST

/* It does nothing else with the processor. Returns what it had of it. */
static int64_t
work_ms(int64_t ms)
{
    int64_t begin_ns = clock_process_ns(), now_ns = begin_ns;

    while (now_ns != 0 && now_ns < begin_ns + ms * 1000000) {
        now_ns = clock_process_ns();
    }
    return now_ns;
}

START_TEST(where_the_time_is_refused_only_the_beginning_is_searched)
{
    int status, call = SYS_clock_gettime;
    pid_t child;

    make_full_heap();
    child = fork();
    if (child == 0) {
        if ((_i == REFUSED_LATER && (work_ms(1) == 0 || !may_search())) ||
            !refuse(SECCOMP_RET_ERRNO | EPERM, &call, 1)) {
            _exit(1);
        }
        search_while_allowed();
        _exit(work_ms(WORK_MS) == 0 && !may_search() ? 0 : 1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    plain_store_free(&recorder.store);
}
END_TEST

/* The last search may have taken more than its share, by 80 MB at most: that is
 * the share of 3.2 seconds. */
START_TEST(a_program_that_works_may_be_searched_again)
{
    bool again = false;

    make_full_heap();
    search_while_allowed();
    for (int i = 0; i < 4 && !again; i++) {
        work_ms(WORK_MS);
        again = may_search();
    }
    ck_assert(again);
    plain_store_free(&recorder.store);
}
END_TEST

START_TEST(a_program_that_waits_may_not)
{
    make_full_heap();
    search_while_allowed();
    usleep(WORK_MS * 1000);
    ck_assert(!may_search());
    plain_store_free(&recorder.store);
}
END_TEST

START_TEST(only_owners_with_an_account_are_looked_into)
{
    static uint64_t object[2];
    struct slot_target target = { .object = (uint64_t)(uintptr_t)object };
    uint64_t *known, *unknown;

    make_heap();
    known = &heap[2 * PAGE_WORDS];
    unknown = &heap[60 * PAGE_WORDS];
    add_owner(known);
    known[3] = unknown[3] = target.object;
    slot_search_prepare();
    ck_assert(slot_search(&target, 1, false));
    ck_assert_uint_eq(target.found, 1);
    ck_assert_uint_eq(target.words[0], (uint64_t)(uintptr_t)&known[3]);
    plain_store_free(&recorder.store);
}
END_TEST

/* A slot may hold any number by now. */
START_TEST(what_a_slot_holds_need_be_no_address)
{
    static uint64_t word;
    struct slot slot = { .address = (uint64_t)(uintptr_t)&word };

    for (uint64_t i = 0; i < 64; i++) {
        word = UINT64_MAX - i;
        ck_assert(!slot_holds_through(&slot, 1));
    }
    for (unsigned bit = 0; bit < 64; bit++) {
        word = UINT64_C(1) << bit;
        ck_assert(!slot_holds_through(&slot, 1));
    }
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("slot_search");
    TCase *tests = tcase_create("slot_search");

    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, a_forked_child_does_not_pay_for_its_parent);
    tcase_add_loop_test(
        tests, where_the_time_is_refused_only_the_beginning_is_searched,
        REFUSED_AT_ONCE, REFUSALS);
    tcase_add_test(tests, a_program_that_works_may_be_searched_again);
    tcase_add_test(tests, a_program_that_waits_may_not);
    tcase_add_test(tests, only_owners_with_an_account_are_looked_into);
    tcase_add_test(tests, what_a_slot_holds_need_be_no_address);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
