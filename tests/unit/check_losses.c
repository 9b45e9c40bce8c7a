/* What died and gave nothing back, against what is too many. */
#include "report/blame/losses.h"
#include "report/evidence/code/function_code.h"
#include "report/symbols/stacks.h"
#include "unit.h"

#include <check.h>
#include <string.h>

enum {
    MODULE = 1,
    INTERPRETER = 2,
    START = 0x10000,
    OBJECT = 1,
    OTHER_OBJECT = 2, /* of the same type */
    DISPOSER = 1,     /* the module's */
    CALLED = 2,       /* the interpreter's, by that */
    CLEARING = 3,     /* the interpreter's, by nobody of the module */
    HELPING = 4,      /* the module's as well, by the first */
    SERIAL = 7,
    DEALLOC = 0x800, /* where the module disposes of the type's objects */
    TYPE = 8,        /* bytes into an object */
    FIELD = 24,
    MANY = 32, /* losses */
};

static struct ledger_image images[] = {
    [MODULE] = { .start = START,
                 .end = 2 * START,
                 .bias = START,
                 .flags = LEDGER_IMAGE_PYTHON },
    [INTERPRETER] = { .start = 3 * START,
                      .end = 4 * START,
                      .bias = 3 * START,
                      .flags = LEDGER_IMAGE_PYTHON | LEDGER_IMAGE_MAIN },
};
static struct ledger_type types[2];
static struct ledger_node nodes[] = {
    [DISPOSER] = { .kind = LEDGER_NODE_RETURN, .value = START + 0x400 },
    [CALLED] = { .kind = LEDGER_NODE_RETURN,
                 .value = 3 * START + 0x400,
                 .parent = DISPOSER },
    [CLEARING] = { .kind = LEDGER_NODE_RETURN, .value = 3 * START + 0x800 },
    [HELPING] = { .kind = LEDGER_NODE_RETURN,
                  .value = START + 0x600,
                  .parent = DISPOSER },
};
static struct ledger_account accounts[] = {
    [OBJECT] = { .serial = SERIAL, .references = 200 },
    [OTHER_OBJECT] = { .serial = SERIAL },
};
static struct ledger_loss losses[1 + MANY];
static struct ledger_header header;
static struct ledger ledger;
static struct inputs inputs;
static struct code_memory code;
static struct hypotheses hypotheses;
static uint32_t suspects[] = { OBJECT };
static uint64_t counted; /* references of such objects, without stacks */
static int64_t surplus;  /* ... and with them */

static void
set_table(int table, void *records, uint64_t used)
{
    ledger.views[table] = (struct ledger_view){ records, used };
}

/* So many owners, each of which stands for others that died. */
static void
lose(int owners, uint32_t deaths)
{
    for (int i = 1; i <= owners; i++) {
        losses[i] = (struct ledger_loss){
            .account = OBJECT,
            .serial = SERIAL,
            .disposer = DISPOSER,
            .owner_type = 1,
            .owner_offset = FIELD,
            .stands_for = deaths,
        };
    }
}

static void
lose_for(uint32_t deaths)
{
    lose(2, deaths);
}

static void
begin(void)
{
    memset(&ledger, 0, sizeof ledger);
    ledger.header = &header;
    set_table(LEDGER_IMAGES, images, 3);
    set_table(LEDGER_TYPES, types, 2);
    set_table(LEDGER_NODES, nodes, 5);
    set_table(LEDGER_ACCOUNTS, accounts, 3);
    set_table(LEDGER_LOSSES, losses, 3);
    hypotheses = (struct hypotheses){ 0 };
    types[1].disposer = START + 0x400;
    counted = 0;
    surplus = 200;
    inputs.ledger = &ledger;
    inputs.symbols = symbols_create(&ledger, false);
    inputs.stacks = stacks_create(&ledger, inputs.symbols);
    inputs.fates = fates_create(inputs.symbols);
    inputs.code = &code;
}

static void
end(void)
{
    hypotheses_clear(&hypotheses);
    fates_free(inputs.fates);
    stacks_free(inputs.stacks);
    symbols_free(inputs.symbols);
}

static double
caught(void)
{
    struct suspect suspect = { .accounts = suspects,
                               .account_count = 1,
                               .references = surplus,
                               .more_references = counted };

    losses_argue(&inputs, &suspect, &hypotheses);
    ck_assert_uint_eq(hypotheses.count, 1);
    ck_assert_int_eq(hypotheses.items[0].mechanism, MECHANISM_LEFT_OUT);
    return hypotheses.items[0].values[WEIGHED_CAUGHT_LEAVING_OUT];
}

START_TEST(what_as_many_owners_did_not_give_back_they_forgot)
{
    lose_for(100);
    ck_assert_double_eq_tol(caught(), 2. / 3, 1e-9);
}
END_TEST

START_TEST(an_older_ledger_does_not_say_how_many_died)
{
    lose_for(0);
    ck_assert_double_eq_tol(caught(), 2. / 3, 1e-9);
}
END_TEST

START_TEST(what_many_more_did_not_give_back_they_only_pointed_at)
{
    lose_for(10000);
    ck_assert_double_lt(caught(), .02);
}
END_TEST

START_TEST(each_of_them_is_one_that_died)
{
    lose(MANY, 0);
    set_table(LEDGER_LOSSES, losses, 1 + MANY);
    surplus = MANY / 4;
    ck_assert_double_eq_tol(caught(), 1. / 2 * MANY / (MANY + 1), 1e-9);
}
END_TEST

/* What stood in the words of their memory that are no fields. */
START_TEST(words_all_over_an_object_are_no_fields)
{
    struct suspect suspect = { .accounts = suspects,
                               .account_count = 1,
                               .references = 200 };

    lose(MANY, 0);
    set_table(LEDGER_LOSSES, losses, 1 + MANY);
    for (uint32_t i = 0; i < MANY; i++) {
        losses[1 + i].owner_offset = FIELD + 8 * i; /* an array of these is */
    }
    ck_assert_double_gt(caught(), 0);
    hypotheses_clear(&hypotheses);
    for (uint32_t i = 0; i < MANY; i++) {
        losses[1 + i].owner_offset = FIELD + 24 * i;
    }
    losses_argue(&inputs, &suspect, &hypotheses);
    ck_assert_uint_eq(hypotheses.count, 0);
}
END_TEST

START_TEST(references_that_only_were_counted_may_have_died_as_well)
{
    lose_for(10000);
    counted = 10000;
    ck_assert_double_eq_tol(caught(), 2. / 3, 1e-9);
}
END_TEST

START_TEST(what_was_seen_once_counts_if_others_of_the_type_were_lost_too)
{
    lose_for(0);
    losses[2].account = OTHER_OBJECT;
    ck_assert_double_eq_tol(caught(), 1. / 2, 1e-9);
    ck_assert_double_eq_tol(hypotheses.items[0].values[WEIGHED_CAUGHT_OTHERS],
                            1. / 2 * 2 / 3, 1e-9);
}
END_TEST

START_TEST(what_was_seen_once_and_no_more_may_be_chance)
{
    struct suspect suspect = { .accounts = suspects,
                               .account_count = 1,
                               .references = 200 };

    lose_for(0);
    losses[2].serial++;
    losses_argue(&inputs, &suspect, &hypotheses);
    ck_assert_uint_eq(hypotheses.count, 0);
}
END_TEST

static uint32_t
image_of_accused(uint32_t disposer)
{
    lose_for(0);
    losses[1].disposer = losses[2].disposer = disposer;
    caught();
    return symbols_function(inputs.symbols, hypotheses.items[0].function)
        ->image;
}

START_TEST(who_has_the_interpreter_release_the_rest_forgot_it)
{
    ck_assert_uint_eq(image_of_accused(CALLED), MODULE);
}
END_TEST

START_TEST(what_a_class_of_python_inherits_its_base_is_to_give_back)
{
    ck_assert_uint_eq(image_of_accused(CLEARING), MODULE);
}
END_TEST

/* Is it the one who disposes of the objects, whom another one helps? */
static bool
is_dealloc_accused(uint32_t offset)
{
    const struct place *dealloc;

    types[1].disposer = START + DEALLOC;
    lose_for(0);
    losses[1].owner_offset = losses[2].owner_offset = offset;
    caught();
    dealloc = symbols_address(inputs.symbols, START + DEALLOC, 0);
    return hypotheses.items[0].function == dealloc->frames[0].function;
}

START_TEST(a_field_is_for_the_one_who_released_what_is_beside_it)
{
    ck_assert(!is_dealloc_accused(FIELD));
}
END_TEST

START_TEST(the_type_of_an_object_is_for_the_one_who_disposes_of_it)
{
    ck_assert(is_dealloc_accused(TYPE));
}
END_TEST

/* Who is accused of a field beside which these two let go? */
static uint64_t
accused(uint32_t disposer, uint32_t other, uint32_t other_offset)
{
    struct suspect suspect = { .accounts = suspects,
                               .account_count = 1,
                               .references = 200 };

    lose_for(0);
    losses[1].disposer = disposer;
    losses[2].disposer = other;
    losses[2].owner_offset = other_offset;
    losses_argue(&inputs, &suspect, &hypotheses);
    return hypotheses.count == 1 ? hypotheses.items[0].tag : 0;
}

START_TEST(a_field_beside_its_own_and_a_helpers_is_for_the_caller)
{
    ck_assert_uint_eq(accused(HELPING, DISPOSER, FIELD), DISPOSER);
    hypotheses_clear(&hypotheses);
    ck_assert_uint_eq(accused(DISPOSER, HELPING, FIELD), DISPOSER);
}
END_TEST

START_TEST(a_field_beside_a_helpers_each_time_is_for_the_helper)
{
    ck_assert_uint_eq(accused(HELPING, HELPING, FIELD), HELPING);
}
END_TEST

START_TEST(another_field_says_nothing_of_what_a_helper_is_given)
{
    ck_assert_uint_eq(accused(HELPING, DISPOSER, 2 * FIELD), 0);
}
END_TEST

START_TEST(what_the_interpreter_holds_it_is_to_give_back)
{
    types[1].disposer = 3 * START + 0x900;
    ck_assert_uint_eq(image_of_accused(CLEARING), INTERPRETER);
}
END_TEST

int
main(void)
{
    TCase *tcase = tcase_create("losses");
    Suite *suite = suite_create("losses");

    tcase_add_checked_fixture(tcase, begin, end);
    tcase_add_test(tcase, what_as_many_owners_did_not_give_back_they_forgot);
    tcase_add_test(tcase, an_older_ledger_does_not_say_how_many_died);
    tcase_add_test(tcase,
                   what_many_more_did_not_give_back_they_only_pointed_at);
    tcase_add_test(tcase, each_of_them_is_one_that_died);
    tcase_add_test(tcase, words_all_over_an_object_are_no_fields);
    tcase_add_test(tcase,
                   references_that_only_were_counted_may_have_died_as_well);
    tcase_add_test(
        tcase, what_was_seen_once_counts_if_others_of_the_type_were_lost_too);
    tcase_add_test(tcase, what_was_seen_once_and_no_more_may_be_chance);
    tcase_add_test(tcase, who_has_the_interpreter_release_the_rest_forgot_it);
    tcase_add_test(tcase,
                   what_a_class_of_python_inherits_its_base_is_to_give_back);
    tcase_add_test(tcase, what_the_interpreter_holds_it_is_to_give_back);
    tcase_add_test(tcase,
                   a_field_is_for_the_one_who_released_what_is_beside_it);
    tcase_add_test(tcase,
                   the_type_of_an_object_is_for_the_one_who_disposes_of_it);
    tcase_add_test(tcase,
                   a_field_beside_its_own_and_a_helpers_is_for_the_caller);
    tcase_add_test(tcase, a_field_beside_a_helpers_each_time_is_for_the_helper);
    tcase_add_test(tcase, another_field_says_nothing_of_what_a_helper_is_given);
    suite_add_tcase(suite, tcase);
    return unit_run(suite);
}
