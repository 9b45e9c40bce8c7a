/* What imports took to an object, and did not give back. */
#include "report/evidence/imported.h"
#include "unit.h"

#include <check.h>
#include <string.h>

enum { IMPORT = 1, PROGRAM, CODES };
enum { BELOW_IMPORT = 1, IN_PROGRAM, MODULE, NODES };
enum { ENTRIES = 4 };

static struct {
    uint32_t none;
    uint32_t import_length;
    char import[32];
    uint32_t program_length;
    char program[8];
} strings = { 0, 29, "<frozen importlib._bootstrap>", 6, "app.py" };

static struct ledger_code codes[CODES];
static struct ledger_python_node nodes[NODES];
static struct ledger_entry entries[ENTRIES];
static struct ledger_account account;
static struct ledger ledger;

static void
set_up(void)
{
    codes[IMPORT].filename = 4;
    codes[PROGRAM].filename = 40;
    nodes[BELOW_IMPORT].code = IMPORT;
    nodes[IN_PROGRAM].code = PROGRAM;
    nodes[MODULE] =
        (struct ledger_python_node){ .code = PROGRAM, .parent = BELOW_IMPORT };
    entries[1] = (struct ledger_entry){
        .next = 2, .python = MODULE, .taken = 30, .released = 4
    };
    entries[2] =
        (struct ledger_entry){ .next = 3, .python = IN_PROGRAM, .taken = 300 };
    entries[3] = (struct ledger_entry){ .taken = 7 };
    account.entries = 1;
    ledger.views[LEDGER_STRINGS] =
        (struct ledger_view){ &strings, sizeof strings };
    ledger.views[LEDGER_CODES] = (struct ledger_view){ codes, CODES };
    ledger.views[LEDGER_PYTHON_NODES] = (struct ledger_view){ nodes, NODES };
    ledger.views[LEDGER_ENTRIES] = (struct ledger_view){ entries, ENTRIES };
}

START_TEST(a_modules_code_runs_below_the_import_system)
{
    ck_assert(imported_at(&ledger, MODULE));
    ck_assert(imported_at(&ledger, BELOW_IMPORT));
    ck_assert(!imported_at(&ledger, IN_PROGRAM));
    ck_assert(!imported_at(&ledger, 0));
}
END_TEST

START_TEST(only_what_imports_took_is_theirs)
{
    ck_assert_uint_eq(imported_references(&ledger, &account), 26);
}
END_TEST

START_TEST(what_imports_gave_back_for_others_is_nothing_they_took)
{
    entries[1].released = 31;
    ck_assert_uint_eq(imported_references(&ledger, &account), 0);
}
END_TEST

START_TEST(what_others_took_is_counted_whoever_gave_it_back)
{
    entries[2].released = 300;
    ck_assert_uint_eq(imported_not(&ledger, &account), 307);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("imported");
    TCase *imports = tcase_create("imports");

    tcase_add_checked_fixture(imports, set_up, NULL);
    tcase_add_test(imports, a_modules_code_runs_below_the_import_system);
    tcase_add_test(imports, only_what_imports_took_is_theirs);
    tcase_add_test(imports, what_others_took_is_counted_whoever_gave_it_back);
    tcase_add_test(imports,
                   what_imports_gave_back_for_others_is_nothing_they_took);
    suite_add_tcase(suite, imports);
    return unit_run(suite);
}
