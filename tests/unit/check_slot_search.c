/* How long may be searched for an object: in a forked child, too. */
#include "plain_store.h"
#include "probe/state/recorder.h"
#include "probe/watch/slot_search.h"
#include "unit.h"

#include <check.h>
#include <sys/wait.h>
#include <unistd.h>

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

    plain_store_make(&recorder.store);
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

int
main(void)
{
    Suite *suite = suite_create("slot_search");
    TCase *tests = tcase_create("slot_search");

    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, a_forked_child_does_not_pay_for_its_parent);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
