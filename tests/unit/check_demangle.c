#include "report/symbols/demangle.h"
#include "unit.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

static void
expect(const char *name, const char *expected)
{
    char *result = demangle_name(name);

    ck_assert_pstr_eq(result, expected);
    free(result);
}

START_TEST(cpp_names_lose_their_parameters)
{
    expect("_ZN4spam5parseEP7_object", "spam::parse");
    expect("_ZNK4spam3Egg4sizeEv", "spam::Egg::size");
    expect("_ZN4spam3EggclEi", "spam::Egg::operator()");
    expect("_ZN4spam3runIPFvvEEEvT_", "void spam::run<void (*)()>");
}
END_TEST

START_TEST(rust_names_lose_their_hash)
{
    expect("_ZN4core3ptr13drop_in_place17h0123456789abcdefE",
           "core::ptr::drop_in_place");
    expect("_ZN47_$LT$pyo3..Py$LT$T$GT$$u20$as$u20$pyo3..Get$GT$3get"
           "17h0123456789abcdefE",
           "<pyo3::Py<T> as pyo3::Get>::get");
}
END_TEST

START_TEST(other_names_are_left_alone)
{
    expect("PyList_New", NULL);
    expect("_Znonsense", NULL);
    expect("_Z", NULL);
    expect("", NULL);
    expect(NULL, NULL);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("demangle");
    TCase *test = tcase_create("demangle");
    char *known = demangle_name("_Z1fv");

    if (known == NULL) {
        puts("SKIP: no library of this machine knows C++ names");
        return 77;
    }
    free(known);
    tcase_add_test(test, cpp_names_lose_their_parameters);
    tcase_add_test(test, rust_names_lose_their_hash);
    tcase_add_test(test, other_names_are_left_alone);
    suite_add_tcase(suite, test);
    return unit_run(suite);
}
