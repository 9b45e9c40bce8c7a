#include "report/evidence/unowned.h"
#include "unit.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { WHOLE = LEDGER_CENSUS_FINAL | LEDGER_CENSUS_SCANNED };
enum { SURPLUS = 1, CYCLE, CACHED, UNSURE, LOST, RECORDS };

static struct ledger_census censuses[2];
static struct ledger_owned owned[RECORDS];
static struct ledger_owner owners[2];
static struct ledger_header header;
static struct ledger ledger;

/* One census, and one record of each sort; the serial is that of its row. */
static void
build(uint32_t flags)
{
    censuses[1] = (struct ledger_census){ .flags = flags, .last_serial = 100 };
    owned[SURPLUS] = (struct ledger_owned){ .serial = 40,
                                            .references = 9,
                                            .edges = 2,
                                            .hidden = 1,
                                            .flags = LEDGER_OWNED_REACHED };
    owned[CYCLE] =
        (struct ledger_owned){ .serial = 30, .references = 1, .edges = 1 };
    owned[CACHED] = (struct ledger_owned){ .serial = 20,
                                           .references = 1,
                                           .statics = 1,
                                           .flags = LEDGER_OWNED_REACHED };
    owned[UNSURE] = (struct ledger_owned){ .serial = 10,
                                           .references = 3,
                                           .frames = 1,
                                           .internal = 1,
                                           .possible = 1,
                                           .flags = LEDGER_OWNED_REACHED };
    owned[LOST] = (struct ledger_owned){ .serial = 5,
                                         .references = 1,
                                         .possible = 1,
                                         .first_owner = 1,
                                         .owner_count = 1 };
    header.finalization = LEDGER_FINALIZED;
    ledger.header = &header;
    ledger.views[LEDGER_CENSUSES] = (struct ledger_view){ censuses, 2 };
    owners[1] = (struct ledger_owner){ .count = 1 };
    ledger.views[LEDGER_OWNED] = (struct ledger_view){ owned, RECORDS };
    ledger.views[LEDGER_OWNERS] = (struct ledger_view){ owners, 2 };
}

static enum ownership
look(uint64_t serial, uint64_t *surplus)
{
    struct unowned *unowned = unowned_create(&ledger);
    struct ledger_account account = { .serial = serial };
    enum ownership answer = unowned_find(unowned, &account, surplus);

    unowned_free(unowned);
    return answer;
}

START_TEST(what_no_owner_holds_is_a_surplus)
{
    uint64_t surplus;

    build(WHOLE);
    ck_assert_int_eq(look(40, &surplus), OWNERSHIP_SURPLUS);
    ck_assert_uint_eq(surplus, 6);
}
END_TEST

START_TEST(what_is_held_has_no_surplus)
{
    uint64_t surplus;

    build(WHOLE);
    ck_assert_int_eq(look(30, &surplus), OWNERSHIP_ADRIFT);
    ck_assert_int_eq(look(20, &surplus), OWNERSHIP_OWNED);
    /* A pointer that may be an owner counts as one. */
    ck_assert_int_eq(look(10, &surplus), OWNERSHIP_OWNED);
    /* No record: each of its references had an owner. */
    ck_assert_int_eq(look(50, &surplus), OWNERSHIP_OWNED);
    ck_assert_uint_eq(surplus, 0);
}
END_TEST

START_TEST(what_only_memory_of_an_unknown_kind_holds_may_be_lost_with_it)
{
    uint64_t surplus;

    build(WHOLE);
    ck_assert_int_eq(look(5, &surplus), OWNERSHIP_LOST);
    owned[LOST].flags = LEDGER_OWNED_REACHED;
    ck_assert_int_eq(look(5, &surplus), OWNERSHIP_OWNED);
    owned[LOST].flags = 0;
    owners[1].flags = LEDGER_OWNER_UNANNOUNCED; /* an object's memory */
    ck_assert_int_eq(look(5, &surplus), OWNERSHIP_ADRIFT);
    owners[1].flags = 0;
    owned[LOST].internal = 1;
    ck_assert_int_eq(look(5, &surplus), OWNERSHIP_ADRIFT);
}
END_TEST

START_TEST(without_a_whole_census_at_the_end_nothing_is_known)
{
    static const uint32_t flags[] = {
        0,
        LEDGER_CENSUS_FINAL, /* memory was not searched */
        WHOLE | LEDGER_CENSUS_CUT,
        WHOLE | LEDGER_CENSUS_FULL,
    };
    uint64_t surplus;

    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        build(flags[i]);
        ck_assert_int_eq(look(40, &surplus), OWNERSHIP_UNKNOWN);
    }
    build(WHOLE);
    ck_assert_int_eq(look(101, &surplus), OWNERSHIP_UNKNOWN);
    ledger.views[LEDGER_CENSUSES].used = 1;
    ck_assert_int_eq(look(40, &surplus), OWNERSHIP_UNKNOWN);
}
END_TEST

/* One in static data: what it began with, and what is too many or too few. */
static uint64_t
look_at_static(int32_t began, int64_t references, uint64_t *too_few)
{
    struct ledger_account account = { .serial = 40,
                                      .state = LEDGER_ACCOUNT_ADOPTED,
                                      .adopted_references = began };
    struct unowned *unowned;
    uint64_t surplus;

    build(WHOLE);
    owned[SURPLUS].references = references;
    owned[SURPLUS].edges = 200;
    owned[SURPLUS].internal = 50;
    owned[SURPLUS].hidden = 0;
    owned[SURPLUS].uncounted = 120;
    unowned = unowned_create(&ledger);
    unowned_find(unowned, &account, &surplus);
    *too_few = unowned_too_few(unowned, &account);
    unowned_free(unowned);
    return surplus;
}

START_TEST(static_data_began_with_counts_and_pointers_that_nobody_took)
{
    uint64_t too_few;

    ck_assert_uint_eq(look_at_static(999999999, 1000000129, &too_few), 0);
    ck_assert_uint_eq(too_few, 0);
    ck_assert_uint_eq(look_at_static(999999999, 1000000529, &too_few), 400);
    ck_assert_uint_eq(look_at_static(1, 531, &too_few), 400);
    ck_assert_uint_eq(too_few, 0);
}
END_TEST

START_TEST(static_data_below_its_owners_or_its_start_has_too_few)
{
    uint64_t too_few;

    ck_assert_uint_eq(look_at_static(1, 41, &too_few), 0);
    ck_assert_uint_eq(too_few, 40);
    ck_assert_uint_eq(look_at_static(999999999, 999999799, &too_few), 0);
    ck_assert_uint_eq(too_few, 280);
    /* Found in the midst of its life: nobody knows what it began with. */
    ck_assert_uint_eq(look_at_static(500, 41, &too_few), 0);
    ck_assert_uint_eq(too_few, 0);
}
END_TEST

START_TEST(who_has_more_than_it_began_with_has_not_too_few)
{
    struct ledger_account account = { .serial = 40,
                                      .state = LEDGER_ACCOUNT_ADOPTED,
                                      .adopted_references = 1 };
    struct unowned *unowned;

    build(WHOLE);
    owned[SURPLUS].references = 4;
    owned[SURPLUS].edges = 100;
    owned[SURPLUS].hidden = 0;
    owned[SURPLUS].uncounted = 120;
    unowned = unowned_create(&ledger);
    ck_assert_uint_eq(unowned_too_few(unowned, &account), 0);
    unowned_free(unowned);
}
END_TEST

START_TEST(items_of_lists_are_no_copies)
{
    struct ledger_account account = { .serial = 40,
                                      .state = LEDGER_ACCOUNT_ADOPTED,
                                      .adopted_references = 1 };
    struct unowned *unowned;

    build(WHOLE);
    owned[SURPLUS].edges = 200;
    owned[SURPLUS].hidden = 0;
    unowned = unowned_create(&ledger);
    ck_assert_uint_eq(unowned_copies(unowned, &account),
                      unowned_owners(unowned, &account));
    unowned_free(unowned);
    owned[SURPLUS].first_owner = owned[SURPLUS].owner_count = 1;
    owners[1].items = 120;
    unowned = unowned_create(&ledger);
    ck_assert_uint_eq(unowned_copies(unowned, &account),
                      unowned_owners(unowned, &account) - 120);
    owners[1].items = 10000;
    ck_assert_uint_eq(unowned_copies(unowned, &account), 0);
    owners[1].items = 0;
    unowned_free(unowned);
}
END_TEST

static uint64_t
doubtful(uint32_t type)
{
    static uint32_t strings[4] = { 0, 3 }; /* a length, and the text */
    static struct ledger_type types[3] = { [1].name = 4 };
    struct ledger_account account = { .serial = 10, .type = type };
    struct unowned *unowned;
    uint64_t answer;

    build(WHOLE);
    memcpy(&strings[2], "str", 3);
    ledger.views[LEDGER_STRINGS] = (struct ledger_view){ strings, 11 };
    ledger.views[LEDGER_TYPES] = (struct ledger_view){ types, 3 };
    unowned = unowned_create(&ledger);
    answer = unowned_doubtful(unowned, &account);
    unowned_free(unowned);
    return answer;
}

START_TEST(what_the_interpreter_points_at_is_in_doubt_unless_it_is_a_name)
{
    ck_assert_uint_eq(doubtful(2), 2);
    ck_assert_uint_eq(doubtful(1), 1);
}
END_TEST

/* What an object of a module's type held in a field 24 bytes into it. */
static enum ownership
look_after_the_end(int64_t references, uint32_t image_flags, uint64_t alive)
{
    static struct ledger_holder holders[2];
    static struct ledger_type types[2] = { [1].disposer = 0x1040 };
    static struct ledger_image images[2];
    static struct ledger_kind kinds[2];
    struct ledger_account account = { .serial = 30,
                                      .state = LEDGER_ACCOUNT_BORN,
                                      .references = references };
    struct unowned *unowned;
    enum ownership answer;
    uint64_t surplus;

    build(WHOLE);
    owned[CYCLE].first_owner = owned[CYCLE].owner_count = 1;
    owned[CYCLE].flags = LEDGER_OWNED_REACHED;
    owners[1] = (struct ledger_owner){ .holder = 1,
                                       .slot_kind = LEDGER_SLOT_OFFSET,
                                       .slot_number = 24,
                                       .count = 1 };
    holders[1] = (struct ledger_holder){ .kind = LEDGER_HOLDER_OBJECT,
                                         .type = 1,
                                         .like = 1 };
    images[1] = (struct ledger_image){ .start = 0x1000,
                                       .end = 0x2000,
                                       .flags = image_flags };
    kinds[1].alive = alive;
    ledger.views[LEDGER_HOLDERS] = (struct ledger_view){ holders, 2 };
    ledger.views[LEDGER_TYPES] = (struct ledger_view){ types, 2 };
    ledger.views[LEDGER_IMAGES] = (struct ledger_view){ images, 2 };
    ledger.views[LEDGER_KINDS] = (struct ledger_view){ kinds, 2 };
    unowned = unowned_create(&ledger);
    answer = unowned_find(unowned, &account, &surplus);
    unowned_free(unowned);
    return answer;
}

START_TEST(what_outlives_its_owners_unchanged_is_a_surplus)
{
    ck_assert_int_eq(look_after_the_end(1, LEDGER_IMAGE_PYTHON, 0),
                     OWNERSHIP_SURPLUS);
    /* Somebody took another; its owners live; the interpreter's own type. */
    ck_assert_int_eq(look_after_the_end(2, LEDGER_IMAGE_PYTHON, 0),
                     OWNERSHIP_OWNED);
    ck_assert_int_eq(look_after_the_end(1, LEDGER_IMAGE_PYTHON, 1),
                     OWNERSHIP_OWNED);
    ck_assert_int_eq(look_after_the_end(1, LEDGER_IMAGE_MAIN, 0),
                     OWNERSHIP_OWNED);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("unowned");
    TCase *tests = tcase_create("unowned");

    tcase_add_test(tests, what_no_owner_holds_is_a_surplus);
    tcase_add_test(tests, what_is_held_has_no_surplus);
    tcase_add_test(
        tests, what_only_memory_of_an_unknown_kind_holds_may_be_lost_with_it);
    tcase_add_test(tests, without_a_whole_census_at_the_end_nothing_is_known);
    tcase_add_test(tests,
                   static_data_began_with_counts_and_pointers_that_nobody_took);
    tcase_add_test(tests,
                   static_data_below_its_owners_or_its_start_has_too_few);
    tcase_add_test(tests, who_has_more_than_it_began_with_has_not_too_few);
    tcase_add_test(tests, items_of_lists_are_no_copies);
    tcase_add_test(
        tests, what_the_interpreter_points_at_is_in_doubt_unless_it_is_a_name);
    tcase_add_test(tests, what_outlives_its_owners_unchanged_is_a_surplus);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
