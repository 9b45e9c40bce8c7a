/* Who is to release the type of each instance that dies. */
#include "report/blame/type_owed.h"
#include "unit.h"

#include <check.h>
#include <string.h>

enum {
    MODULE = 1,
    START = 0x10000,
    DEALLOC = START + 0x400, /* where instances are taken apart */
    BASE = 1,                /* types: what has that tp_dealloc as well ... */
    CLASS = 2,               /* ... and the one of which some are too many */
    OBJECT = 1,              /* its account */
    ADDRESS = 0x5000,        /* of the class */
    DEATHS = 200,
};

static struct ledger_image images[] = {
    [MODULE] = { .start = START,
                 .end = 2 * START,
                 .bias = START,
                 .flags = LEDGER_IMAGE_PYTHON },
};
static struct ledger_type types[3];
static struct ledger_account accounts[] = {
    [OBJECT] = { .object = ADDRESS, .references = DEATHS },
};
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
    memset(types, 0, sizeof types);
    ledger.header = &header;
    set_table(LEDGER_IMAGES, images, 2);
    set_table(LEDGER_TYPES, types, 3);
    set_table(LEDGER_ACCOUNTS, accounts, 2);
    hypotheses = (struct hypotheses){ 0 };
    types[CLASS] = (struct ledger_type){ .address = ADDRESS,
                                         .disposer = DEALLOC,
                                         .flags = LEDGER_TYPE_HEAP,
                                         .deaths_estimated = DEATHS };
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

/* How much of it is owed; 0: nobody is accused. */
static double
owed(void)
{
    struct suspect suspect = { .accounts = suspects,
                               .account_count = 1,
                               .references = DEATHS };

    type_owed_argue(&inputs, &suspect, &hypotheses);
    return hypotheses.count == 0
               ? 0
               : hypotheses.items[0].values[WEIGHED_TYPE_OWED];
}

START_TEST(who_takes_instances_apart_owes_their_type)
{
    ck_assert_double_eq(owed(), 1);
}
END_TEST

START_TEST(so_does_who_does_it_for_several_types_of_a_module)
{
    types[BASE] =
        (struct ledger_type){ .disposer = DEALLOC, .flags = LEDGER_TYPE_HEAP };
    ck_assert_double_eq(owed(), 1);
}
END_TEST

START_TEST(of_a_class_derived_from_a_static_type_the_interpreter_does)
{
    types[BASE] = (struct ledger_type){ .disposer = DEALLOC };
    ck_assert_double_eq(owed(), 0);
}
END_TEST

START_TEST(another_static_type_says_nothing)
{
    types[BASE] = (struct ledger_type){ .disposer = DEALLOC + 0x100 };
    ck_assert_double_eq(owed(), 1);
}
END_TEST

int
main(void)
{
    TCase *tcase = tcase_create("type_owed");
    Suite *suite = suite_create("type_owed");

    tcase_add_checked_fixture(tcase, begin, end);
    tcase_add_test(tcase, who_takes_instances_apart_owes_their_type);
    tcase_add_test(tcase, so_does_who_does_it_for_several_types_of_a_module);
    tcase_add_test(tcase,
                   of_a_class_derived_from_a_static_type_the_interpreter_does);
    tcase_add_test(tcase, another_static_type_says_nothing);
    suite_add_tcase(suite, tcase);
    return unit_run(suite);
}
