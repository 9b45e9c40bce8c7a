#include "own_file.h"
#include "report/symbols/symbol_spans.h"
#include "unit.h"

#include <check.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const Dwfl_Callbacks callbacks = {
    .find_debuginfo = dwfl_standard_find_debuginfo,
    .section_address = dwfl_offline_section_address,
};

/* This program, with all of its symbols. */
static struct own_file own;
static Dwfl *dwfl;
static Dwfl_Module *module;
static struct symbol_spans spans;

static void
begin(void)
{
    own_file_find(&own);
    dwfl = dwfl_begin(&callbacks);
    dwfl_report_begin(dwfl);
    module = dwfl_report_elf(dwfl, own.path, own.path,
                             open(own.path, O_RDONLY | O_CLOEXEC), 0, true);
    ck_assert_ptr_nonnull(module);
    dwfl_report_end(dwfl, NULL, NULL);
    spans = (struct symbol_spans){ 0 };
}

static void
end(void)
{
    symbol_spans_clear(&spans);
    dwfl_end(dwfl);
}

/* What libdwfl says of this very address. */
static void
assert_same(uint64_t address)
{
    GElf_Off into;
    GElf_Sym symbol;
    const char *right =
        dwfl_module_addrinfo(module, address, &into, &symbol, NULL, NULL, NULL);
    uint64_t distance;
    const char *name = symbol_spans_name(&spans, module, address, &distance);

    if (right == NULL || into >= symbol.st_size) {
        ck_assert_ptr_null(name);
        return;
    }
    ck_assert_ptr_nonnull(name);
    ck_assert_str_eq(name, right);
    ck_assert_uint_eq(distance, into);
}

START_TEST(each_address_has_the_symbol_that_libdwfl_has_there)
{
    int count = dwfl_module_getsymtab(module);

    ck_assert_int_gt(count, 100);
    for (int i = 0; i < count; i++) {
        GElf_Sym symbol;
        GElf_Addr start;

        if (dwfl_module_getsym_info(module, i, &symbol, &start, NULL, NULL,
                                    NULL) != NULL) {
            assert_same(start + symbol.st_size / 2);
            assert_same(start - 1);
            assert_same(start);
            assert_same(start + symbol.st_size);
            assert_same(start + symbol.st_size - 1);
        }
    }
}
END_TEST

START_TEST(what_is_in_no_symbol_has_none)
{
    uint64_t into;

    ck_assert_ptr_null(symbol_spans_name(&spans, module, 0, &into));
    ck_assert_ptr_null(symbol_spans_name(&spans, module, UINT64_MAX, &into));
    ck_assert_ptr_null(symbol_spans_name(&spans, module, 1, &into));
}
END_TEST

START_TEST(a_second_answer_is_the_first)
{
    uint64_t at = (uint64_t)assert_same - own.bias, into;
    const char *name = symbol_spans_name(&spans, module, at, &into);

    ck_assert_str_eq(name, "assert_same");
    ck_assert_uint_eq(into, 0);
    /* libdwfl is not asked again: there is no module to ask. */
    ck_assert_ptr_eq(symbol_spans_name(&spans, NULL, at + 1, &into), name);
    ck_assert_uint_eq(into, 1);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("symbol_spans");
    TCase *tests = tcase_create("symbol_spans");

    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, each_address_has_the_symbol_that_libdwfl_has_there);
    tcase_add_test(tests, what_is_in_no_symbol_has_none);
    tcase_add_test(tests, a_second_answer_is_the_first);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
