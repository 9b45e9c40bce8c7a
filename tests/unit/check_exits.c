/* What calls handed up when they returned, and who is suspected for it. */
#include "report/blame/exits.h"
#include "report/symbols/stacks.h"
#include "unit.h"

#include <check.h>
#include <string.h>

enum { MODULE = 1, START = 0x10000, OBJECT = 1, SERIAL = 7 };

/* Nodes of one stack, each a call inside of the next. */
enum { HELPER = 1, ASKER, CALLER, EXITS = 8 };

static struct ledger_image images[] = {
    [MODULE] = { .start = START,
                 .end = 2 * START,
                 .bias = START,
                 .flags = LEDGER_IMAGE_PYTHON },
};
static struct ledger_node nodes[] = {
    [HELPER] = { .kind = LEDGER_NODE_RETURN,
                 .value = START + 0x400,
                 .parent = ASKER },
    [ASKER] = { .kind = LEDGER_NODE_RETURN,
                .value = START + 0x800,
                .parent = CALLER },
    [CALLER] = { .kind = LEDGER_NODE_RETURN, .value = START + 0xc00 },
};
static struct ledger_account accounts[] = {
    [OBJECT] = { .serial = SERIAL, .references = 200 },
};
static struct ledger_exit exits[EXITS];
static uint64_t exit_count;
static struct ledger_header header;
static struct ledger ledger;
static struct inputs inputs;
static struct hypotheses hypotheses;
static uint32_t suspects[] = { OBJECT };

static void
set_table(int table, void *records, uint64_t used)
{
    ledger.views[table] = (struct ledger_view){ records, used };
}

static void
begin(void)
{
    memset(&ledger, 0, sizeof ledger);
    ledger.header = &header;
    set_table(LEDGER_IMAGES, images, 2);
    set_table(LEDGER_NODES, nodes, 4);
    set_table(LEDGER_ACCOUNTS, accounts, 2);
    exit_count = 1;
    hypotheses = (struct hypotheses){ 0 };
    inputs.ledger = &ledger;
    inputs.symbols = symbols_create(&ledger, false);
    inputs.stacks = stacks_create(&ledger, inputs.symbols);
}

static void
end(void)
{
    hypotheses_clear(&hypotheses);
    stacks_free(inputs.stacks);
    symbols_free(inputs.symbols);
}

/* That call changed the count by so much, and left the object so often. */
static struct ledger_exit *
leave(uint32_t call, int32_t change, uint32_t handed)
{
    struct ledger_exit *exit = &exits[exit_count++];

    *exit = (struct ledger_exit){ .serial = SERIAL,
                                  .account = OBJECT,
                                  .tag = HELPER,
                                  .frame = call - HELPER,
                                  .change = change,
                                  .handed = handed };
    set_table(LEDGER_EXITS, exits, exit_count);
    return exit;
}

static struct hypothesis *
suspect_of(uint32_t call)
{
    return hypotheses_of(&hypotheses,
                         stacks_place(inputs.stacks, call)->frames[0].function,
                         MECHANISM_KEPT);
}

static double
value(uint32_t call, enum weighed weighed)
{
    return suspect_of(call)->values[weighed];
}

static void
argue(void)
{
    struct suspect suspect = { .accounts = suspects,
                               .account_count = 1,
                               .references = 200 };

    suspect_of(HELPER);
    suspect_of(ASKER);
    suspect_of(CALLER);
    exits_argue(&inputs, &suspect, &hypotheses);
}

START_TEST(an_older_ledger_says_nothing)
{
    argue();
    ck_assert_double_eq(value(HELPER, WEIGHED_EXIT_KEPT), 0);
    ck_assert_double_eq(value(HELPER, WEIGHED_EXIT_HANDED), 0);
}
END_TEST

START_TEST(who_asked_kept_what_the_helper_handed_up)
{
    leave(HELPER, 1, 1);
    leave(ASKER, 1, 0);
    argue();
    ck_assert_double_eq(value(HELPER, WEIGHED_EXIT_KEPT), 0);
    ck_assert_double_eq(value(HELPER, WEIGHED_EXIT_HANDED), .5);
    ck_assert_double_eq(value(ASKER, WEIGHED_EXIT_KEPT), .5);
    ck_assert_double_eq(value(ASKER, WEIGHED_EXIT_HANDED), 0);
}
END_TEST

START_TEST(what_the_helper_kept_who_asked_did_not)
{
    leave(HELPER, 2, 0)->returned = 1;
    leave(ASKER, 1, 0);
    argue();
    ck_assert_double_eq(value(HELPER, WEIGHED_EXIT_KEPT), .5);
    ck_assert_double_eq(value(ASKER, WEIGHED_EXIT_KEPT), 0);
    ck_assert_double_eq(value(ASKER, WEIGHED_EXIT_HANDED), 0);
}
END_TEST

START_TEST(who_keeps_one_of_five_is_not_taken_for_innocent)
{
    for (int i = 0; i < 5; i++) {
        leave(HELPER, 1, i > 0);
    }
    argue();
    ck_assert_double_gt(value(HELPER, WEIGHED_EXIT_KEPT), .8);
    ck_assert_double_eq(value(HELPER, WEIGHED_EXIT_HANDED), 0);
}
END_TEST

START_TEST(what_another_object_did_at_that_address_is_not_told)
{
    leave(HELPER, 1, 0)->serial = SERIAL + 1;
    argue();
    ck_assert_double_eq(value(HELPER, WEIGHED_EXIT_KEPT), 0);
}
END_TEST

START_TEST(what_was_seen_is_said_of_the_one_that_kept_it)
{
    for (int i = 0; i < 2; i++) {
        leave(HELPER, 1, 1);
        leave(ASKER, 1, 0);
        leave(CALLER, 1, 0);
    }
    argue();
    ck_assert_str_eq(suspect_of(ASKER)->why,
                     "when it returned, neither its result nor its caller's "
                     "frame had what it took (seen 2 times)");
    ck_assert_ptr_null(suspect_of(HELPER)->why);
    ck_assert_ptr_null(suspect_of(CALLER)->why);
}
END_TEST

int
main(void)
{
    TCase *tcase = tcase_create("exits");
    Suite *suite = suite_create("exits");

    tcase_add_checked_fixture(tcase, begin, end);
    tcase_add_test(tcase, an_older_ledger_says_nothing);
    tcase_add_test(tcase, who_asked_kept_what_the_helper_handed_up);
    tcase_add_test(tcase, what_the_helper_kept_who_asked_did_not);
    tcase_add_test(tcase, who_keeps_one_of_five_is_not_taken_for_innocent);
    tcase_add_test(tcase, what_another_object_did_at_that_address_is_not_told);
    tcase_add_test(tcase, what_was_seen_is_said_of_the_one_that_kept_it);
    suite_add_tcase(suite, tcase);
    return unit_run(suite);
}
