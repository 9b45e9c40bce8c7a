/* Which class of objects that hold each other stands for them all. */
#include "report/detect/growing_first.h"
#include "report/evidence/owners.h"
#include "unit.h"

#include <check.h>

/* A model for each guard and each cleanup, which both hold it. */
enum { MODEL = 1, GUARD, CLEANUP, COUNT };

static struct ledger_type types[COUNT];
static struct ledger_owned owned[COUNT];
static struct ledger_owner owners[COUNT];
static struct ledger_holder holders[COUNT];
static struct ledger_kind kinds[2];
static struct ledger_account accounts[1];
static struct ledger_node nodes[COUNT];
static struct class classes[COUNT - 1];
static struct ledger ledger;
static struct report report;
static struct growing growing;

static void
add_class(uint32_t number, uint64_t oldest, bool carried)
{
    struct class *class = &classes[number - 1];

    types[number].flags = LEDGER_TYPE_GC;
    owned[number] = (struct ledger_owned){ .type = number,
                                           .birth = number,
                                           .alike = 20,
                                           .stored = number,
                                           .references = 1,
                                           .edges = 1,
                                           .flags = LEDGER_OWNED_REACHED,
                                           .first_owner = number,
                                           .owner_count = 1 };
    owners[number].holder = number;
    holders[number] = (struct ledger_holder){ .kind = LEDGER_HOLDER_OBJECT,
                                              .address = 0x1000 * number };
    *class = (struct class){ .first = number,
                             .type = number,
                             .line = { .last = 20 },
                             .examples = 8,
                             .oldest = oldest,
                             .youngest = oldest };
    class->carried = carried ? 8 : 0;
    growing_add_example(carried ? &class->held : &class->alone, number, 1);
}

static void
set_up(void)
{
    add_class(MODEL, 10, true);
    add_class(GUARD, 12, false);
    add_class(CLEANUP, 14, false);
    owned[MODEL].owner_count = owned[MODEL].references = owned[MODEL].edges = 2;
    ledger.views[LEDGER_TYPES] = (struct ledger_view){ types, COUNT };
    ledger.views[LEDGER_OWNED] = (struct ledger_view){ owned, COUNT };
    ledger.views[LEDGER_OWNERS] = (struct ledger_view){ owners, COUNT };
    ledger.views[LEDGER_ACCOUNTS] = (struct ledger_view){ accounts, 1 };
    ledger.views[LEDGER_NODES] = (struct ledger_view){ nodes, COUNT };
    ledger.views[LEDGER_HOLDERS] = (struct ledger_view){ holders, COUNT };
    report.inputs.ledger = &ledger;
    report.inputs.growth = growth_create(&ledger, NULL);
    report.inputs.owners = owners_create(&ledger);
    growing = (struct growing){ .report = &report,
                                .ledger = &ledger,
                                .classes = classes,
                                .count = COUNT - 1,
                                .collected = true };
}

static void
tear_down(void)
{
    growth_free(report.inputs.growth);
    owners_free(report.inputs.owners);
}

static uint32_t
first(void)
{
    const struct class *class;
    bool adrift;

    growing.alike = stored_alike_create(&report.inputs);
    class = growing_first(&growing, 0, &adrift);
    stored_alike_free(growing.alike);
    return class == NULL ? 0 : class->first;
}

START_TEST(what_several_places_hold_is_told_of_itself)
{
    ck_assert_uint_eq(first(), MODEL);
}
END_TEST

START_TEST(what_one_place_holds_is_told_of_where_it_is_held)
{
    holders[CLEANUP].address = holders[GUARD].address;
    ck_assert_uint_eq(first(), GUARD);
}
END_TEST

START_TEST(what_nameless_memory_holds_does_not_stand_for_what_has_a_name)
{
    holders[GUARD].kind = LEDGER_HOLDER_POOL;
    holders[CLEANUP].address = holders[GUARD].address;
    ck_assert_uint_eq(first(), CLEANUP);
}
END_TEST

START_TEST(what_mostly_tables_have_become_more_of_is_no_cause)
{
    growing_add_example(&classes[GUARD - 1].tables, GUARD, 1);
    ck_assert_uint_eq(first(), MODEL);
    growing_add_example(&classes[GUARD - 1].tables, GUARD, 2);
    ck_assert_uint_eq(first(), CLEANUP);
}
END_TEST

START_TEST(what_can_hold_nothing_does_not_stand_for_what_can)
{
    types[GUARD].flags = 0;
    holders[CLEANUP].address = holders[GUARD].address;
    ck_assert_uint_eq(first(), CLEANUP);
}
END_TEST

START_TEST(what_only_the_first_holds_is_a_part_of_it)
{
    growing.of_kind = (uint32_t[]){ 0, GUARD };
    ledger.views[LEDGER_KINDS] = (struct ledger_view){ kinds, 2 };
    holders[MODEL].like = holders[GUARD].like = 1;
    ck_assert_uint_eq(first(), GUARD);
}
END_TEST

START_TEST(what_one_of_them_holds_alone_does_not_stand_for_it)
{
    owned[MODEL].owner_count = owned[MODEL].references = owned[MODEL].edges = 1;
    ck_assert_uint_eq(first(), GUARD);
}
END_TEST

/* One object of the class has no account. */
static void
count_one(uint32_t number)
{
    kinds[1] =
        (struct ledger_kind){ .type = number, .birth = number, .counted = 1 };
    ledger.views[LEDGER_KINDS] = (struct ledger_view){ kinds, 2 };
    owned[number].kind = 1;
}

START_TEST(what_may_be_as_old_does_not_stand_for_it)
{
    count_one(MODEL);
    classes[MODEL - 1].youngest = 10 + 8 * 2;
    ck_assert_uint_eq(first(), GUARD);
}
END_TEST

START_TEST(where_each_object_has_an_account_it_is_known_which_is_older)
{
    classes[MODEL - 1].youngest = 10 + 8 * 2;
    ck_assert_uint_eq(first(), MODEL);
}
END_TEST

START_TEST(of_what_may_be_as_old_the_nearest_to_a_root_is_first)
{
    count_one(CLEANUP);
    add_class(MODEL, 10, false);
    classes[CLEANUP - 1].youngest = 14 + 8 * 4;
    holders[MODEL].parent = holders[GUARD].parent = CLEANUP;
    ck_assert_uint_eq(first(), CLEANUP);
}
END_TEST

START_TEST(parts_of_which_each_has_several_do_not_stand_for_it)
{
    owned[MODEL].alike = 60;
    ck_assert_uint_eq(first(), GUARD);
}
END_TEST

START_TEST(what_was_there_before_does_not_stand_for_what_came)
{
    classes[MODEL - 1].line.first = 15;
    ck_assert_uint_eq(first(), GUARD);
}
END_TEST

START_TEST(of_what_has_each_other_in_turn_the_oldest_is_first)
{
    classes[GUARD - 1].carried = classes[CLEANUP - 1].carried = 8;
    classes[MODEL - 1].carrier = CLEANUP - 1;
    classes[GUARD - 1].carrier = MODEL - 1;
    classes[CLEANUP - 1].carrier = GUARD - 1;
    ck_assert_uint_eq(first(), MODEL);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("growing_first");
    TCase *web = tcase_create("web");

    tcase_add_checked_fixture(web, set_up, tear_down);
    tcase_add_test(web, what_several_places_hold_is_told_of_itself);
    tcase_add_test(web, what_one_place_holds_is_told_of_where_it_is_held);
    tcase_add_test(
        web, what_nameless_memory_holds_does_not_stand_for_what_has_a_name);
    tcase_add_test(web, what_mostly_tables_have_become_more_of_is_no_cause);
    tcase_add_test(web, what_can_hold_nothing_does_not_stand_for_what_can);
    tcase_add_test(web, what_only_the_first_holds_is_a_part_of_it);
    tcase_add_test(web, what_one_of_them_holds_alone_does_not_stand_for_it);
    tcase_add_test(web, what_may_be_as_old_does_not_stand_for_it);
    tcase_add_test(web,
                   where_each_object_has_an_account_it_is_known_which_is_older);
    tcase_add_test(web, of_what_may_be_as_old_the_nearest_to_a_root_is_first);
    tcase_add_test(web, parts_of_which_each_has_several_do_not_stand_for_it);
    tcase_add_test(web, what_was_there_before_does_not_stand_for_what_came);
    tcase_add_test(web, of_what_has_each_other_in_turn_the_oldest_is_first);
    suite_add_tcase(suite, web);
    return unit_run(suite);
}
