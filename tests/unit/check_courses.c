#include "ledger/courses.h"

#include <check.h>
#include <stdlib.h>

#include "plain_store.h"
#include "unit.h"

enum { CLASSES = 64, KINDS = 4, ACCOUNTS = 32 };

static struct store store;
static struct courses courses;
static uint32_t kind_of[ACCOUNTS], many[KINDS];
static uint64_t many_bits[1];

static void
set_up(void)
{
    plain_store_make(&store);
    courses = (struct courses){ .store = &store, .limit = CLASSES - 1 };
    slots_init(&courses.slots, calloc(SLOTS_FIRST, sizeof(uint32_t)),
               SLOTS_FIRST - 1);
    courses.classes = calloc(CLASSES, sizeof *courses.classes);
}

static void
tear_down(void)
{
    free(courses.slots.at);
    free(courses.classes);
    plain_store_free(&store);
}

static uint32_t
add_accounts(uint32_t type, uint32_t birth, uint32_t count)
{
    uint32_t first = store_add(&store, LEDGER_ACCOUNTS, count);

    for (uint32_t i = 0; i < count; i++) {
        *store_account(&store, first + i) = (struct ledger_account){
            .state = LEDGER_ACCOUNT_BORN,
            .type = type,
            .birth = birth,
            .references = 1,
        };
    }
    return first;
}

/* Kinds 1 to n, so many objects of which are alive in all. */
static void
list_kinds(uint32_t n, uint64_t alive)
{
    for (uint32_t i = 0; i < n; i++) {
        many[i] = i + 1;
    }
    many_bits[0] = ((UINT64_C(1) << n) - 1) << 1;
    courses.kinds = (struct course_kinds){ .of = kind_of,
                                           .many = many,
                                           .many_count = n,
                                           .many_bits = many_bits,
                                           .alive = alive };
}

static bool
count(uint64_t changes)
{
    return courses_count(&courses, (struct ledger_moment){
                                       .realtime_ns = 7, .changes = changes });
}

static uint64_t
used(uint32_t table)
{
    return *store.tables[table].used;
}

START_TEST(a_class_is_followed_from_ten_objects_on)
{
    add_accounts(1, 5, COURSE_MIN - 1);
    ck_assert(count(100));
    ck_assert_uint_eq(used(LEDGER_MOMENTS), 2);
    ck_assert_uint_eq(used(LEDGER_COURSES), 1);
    add_accounts(1, 5, 1);
    add_accounts(1, 6, 3);
    ck_assert(count(200));
    ck_assert_uint_eq(used(LEDGER_COURSES), 2);
    ck_assert_uint_eq(store_course(&store, 1)->type, 1);
    ck_assert_uint_eq(store_course(&store, 1)->birth, 5);
    ck_assert_uint_eq(store_course(&store, 1)->alive[0], 0);
    ck_assert_uint_eq(store_course(&store, 1)->alive[1], COURSE_MIN);
    ck_assert_uint_eq(store_moment(&store, 2)->changes, 200);
    ck_assert_uint_eq(courses.alive, COURSE_MIN + 3);
}
END_TEST

START_TEST(accounts_stand_for_all_of_their_kind)
{
    uint32_t first = add_accounts(1, 5, 3);

    ck_assert_uint_eq(store_add(&store, LEDGER_KINDS, 1), 1);
    *store_kind(&store, 1) =
        (struct ledger_kind){ .type = 1, .alive = 65, .accounts = 2 };
    list_kinds(1, 65);
    kind_of[first] = kind_of[first + 2] = 1;
    store_account(&store, first + 1)->references = 0; /* on its way out */
    count(100);
    ck_assert_uint_eq(store_course(&store, 1)->alive[0], 65);
    ck_assert_uint_eq(courses.alive, 65);
}
END_TEST

START_TEST(where_a_kind_has_no_account_left_its_objects_still_count)
{
    ck_assert_uint_eq(store_add(&store, LEDGER_KINDS, 3), 1);
    *store_kind(&store, 1) =
        (struct ledger_kind){ .type = 1, .alive = 65, .birth = 5 };
    *store_kind(&store, 2) =
        (struct ledger_kind){ .type = 1, .alive = 20, .birth = 5 };
    *store_kind(&store, 3) = (struct ledger_kind){ .type = 1, .alive = 70 };
    list_kinds(3, 65 + 20 + 70);
    count(100);
    ck_assert_uint_eq(used(LEDGER_COURSES), 3);
    for (uint32_t i = 1; i <= 2; i++) {
        ck_assert_uint_eq(store_course(&store, i)->birth, 5);
        ck_assert_uint_eq(store_course(&store, i)->kind, i);
        ck_assert_uint_eq(store_course(&store, i)->alive[0], i == 1 ? 65 : 20);
    }
    ck_assert_uint_eq(courses.alive, 65 + 20 + 70);
}
END_TEST

START_TEST(a_kind_that_has_few_objects_now_is_passed_over)
{
    uint32_t first = add_accounts(1, 5, 2);

    ck_assert_uint_eq(store_add(&store, LEDGER_KINDS, 1), 1);
    *store_kind(&store, 1) =
        (struct ledger_kind){ .type = 1, .alive = COURSE_MIN, .accounts = 2 };
    list_kinds(1, COURSE_MIN);
    kind_of[first] = kind_of[first + 1] = 1;
    count(100);
    store_kind(&store, 1)->alive = COURSE_MIN - 1;
    count(200);
    ck_assert_uint_eq(store_course(&store, 1)->alive[0], COURSE_MIN);
    ck_assert_uint_eq(store_course(&store, 1)->alive[1], 0);
    ck_assert_uint_eq(courses.without_kind, 0);
}
END_TEST

START_TEST(what_was_there_before_is_not_followed)
{
    uint32_t first = add_accounts(1, 0, 20);

    for (uint32_t i = 0; i < 20; i++) {
        store_account(&store, first + i)->state = LEDGER_ACCOUNT_ADOPTED;
    }
    count(100);
    ck_assert_uint_eq(used(LEDGER_COURSES), 1);
}
END_TEST

START_TEST(when_all_moments_are_taken_every_other_one_goes)
{
    for (uint32_t i = 1; i <= LEDGER_MOMENTS_MAX; i++) {
        add_accounts(1, 5, 10);
        ck_assert(count(i * 100));
    }
    add_accounts(1, 5, 10);
    ck_assert(!count((LEDGER_MOMENTS_MAX + 1) * 100));
    ck_assert_uint_eq(used(LEDGER_MOMENTS), 2 + LEDGER_MOMENTS_MAX / 2);
    for (uint32_t i = 1; i <= LEDGER_MOMENTS_MAX / 2; i++) {
        ck_assert_uint_eq(store_moment(&store, i)->changes, i * 200);
        ck_assert_uint_eq(store_course(&store, 1)->alive[i - 1], i * 20);
    }
    ck_assert_uint_eq(store_course(&store, 1)->alive[LEDGER_MOMENTS_MAX / 2],
                      (LEDGER_MOMENTS_MAX + 1) * 10);
    ck_assert_uint_eq(
        store_course(&store, 1)->alive[LEDGER_MOMENTS_MAX / 2 + 1], 0);
    ck_assert(count(10000));
}
END_TEST

START_TEST(more_classes_than_there_is_room_for_are_left_out)
{
    for (uint32_t i = 0; i < 2 * CLASSES; i++) {
        add_accounts(1, i + 1, 10);
    }
    ck_assert(count(100));
    ck_assert_uint_eq(used(LEDGER_COURSES), CLASSES);
    plain_extents_left = 0;
    ck_assert(count(200));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("courses");
    TCase *counting = tcase_create("counting");

    tcase_add_checked_fixture(counting, set_up, tear_down);
    tcase_add_test(counting, a_class_is_followed_from_ten_objects_on);
    tcase_add_test(counting, accounts_stand_for_all_of_their_kind);
    tcase_add_test(counting,
                   where_a_kind_has_no_account_left_its_objects_still_count);
    tcase_add_test(counting, a_kind_that_has_few_objects_now_is_passed_over);
    tcase_add_test(counting, what_was_there_before_is_not_followed);
    tcase_add_test(counting, when_all_moments_are_taken_every_other_one_goes);
    tcase_add_test(counting, more_classes_than_there_is_room_for_are_left_out);
    suite_add_tcase(suite, counting);
    return unit_run(suite);
}
