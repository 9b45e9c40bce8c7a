/*
 * All of a plan or nothing, whichever call is refused.
 */
#include "patch/apply.h"

#include "invented_image.h"
#include "limit.h"
#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <sys/syscall.h>

static struct invented invented;
static unsigned calls;
static bool (*refuses)(const void *address, int protection);

/* Stands before libc's. */
int
mprotect(void *address, size_t size, int protection)
{
    calls++;
    if (refuses != NULL && refuses(address, protection)) {
        errno = EACCES;
        return -1;
    }
    return (int)syscall(SYS_mprotect, address, size, protection);
}

static void
set_up(void)
{
    refuses = NULL;
    invent(&invented);
    plan_invented(&invented);
    calls = 0;
}

static void
tear_down(void)
{
    refuses = NULL;
    forget(&invented);
}

/* "r-xp": what the kernel says of the code. */
static void
check_protection(const char *wanted)
{
    char line[512], found[8] = "";
    FILE *file = fopen("/proc/self/maps", "r");

    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned long start, end;
        char permissions[8];

        if (sscanf(line, "%lx-%lx %7s", &start, &end, permissions) == 3 &&
            start <= (uintptr_t)invented.memory &&
            (uintptr_t)invented.memory < end) {
            strcpy(found, permissions);
        }
    }
    fclose(file);
    ck_assert_str_eq(found, wanted);
}

static enum apply_result
apply(void)
{
    struct apply_hooks hooks = { .first_site = 1 };
    struct applied applied;

    return apply_plan(&invented.plan, &invented.image, &hooks, &applied);
}

static void
check_untouched(void)
{
    ck_assert_mem_eq(invented.memory, invented_site, sizeof invented_site);
    ck_assert_mem_eq(invented.memory + FAR, invented_site,
                     sizeof invented_site);
    check_protection("r-xp");
}

static unsigned refused_call;

static bool
refuse_one_call(const void *address, int protection)
{
    (void)address;
    (void)protection;
    return calls == refused_call;
}

START_TEST(a_plan_is_written_and_the_code_protected_again)
{
    ck_assert_int_eq(apply(), APPLY_DONE);
    ck_assert_uint_eq(invented.memory[0], 0xe9);
    ck_assert_uint_eq(invented.memory[FAR], 0xe9);
    check_protection("r-xp");
    ck_assert_uint_eq(calls, 3);
}
END_TEST

START_TEST(whichever_change_of_protection_is_refused_nothing_has_changed)
{
    refused_call = (unsigned)_i + 1;
    refuses = refuse_one_call;
    ck_assert_int_eq(apply(), APPLY_REFUSED);
    check_untouched();
}
END_TEST

static bool
refuse_code(const void *address, int protection)
{
    return address == invented.memory && (protection & PROT_EXEC) != 0;
}

START_TEST(code_that_may_not_become_executable_never_stops_being_so)
{
    refuses = refuse_code;
    ck_assert_int_eq(apply(), APPLY_REFUSED);
    check_untouched();
}
END_TEST

START_TEST(without_address_space_for_stubs_nothing_has_changed)
{
    rlim_t before = limit_set(RLIMIT_AS, 1 << 20);

    ck_assert_int_eq(apply(), APPLY_NO_POOL);
    limit_set(RLIMIT_AS, before);
    check_untouched();
}
END_TEST

START_TEST(a_plan_can_be_taken_back)
{
    ck_assert_int_eq(apply(), APPLY_DONE);
    ck_assert_int_eq(apply_undo(&invented.plan, &invented.image), APPLY_DONE);
    check_untouched();
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("apply");
    TCase *all = tcase_create("all");

    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, a_plan_is_written_and_the_code_protected_again);
    tcase_add_loop_test(
        all, whichever_change_of_protection_is_refused_nothing_has_changed, 0,
        3);
    tcase_add_test(all,
                   code_that_may_not_become_executable_never_stops_being_so);
    tcase_add_test(all, without_address_space_for_stubs_nothing_has_changed);
    tcase_add_test(all, a_plan_can_be_taken_back);
    suite_add_tcase(suite, all);
    return unit_run(suite);
}
