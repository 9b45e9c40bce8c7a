#include "report/symbols/demangle.h"
#include "unit.h"

#include <check.h>
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
    expect("_ZN4spam3runIPFvvEEEvT_", "spam::run<void (*)()>");
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

START_TEST(the_newer_scheme_of_rust_is_known)
{
    expect("_RNvCsiNlUtsTvwHV_4spam3raw", "spam::raw");
    expect("_RNvNtCs6SCb0JfQnw8_8pyo3_ffi6object9Py_INCREF",
           "pyo3_ffi::object::Py_INCREF");
    expect("_RNCNvNvCsiNlUtsTvwHV_4spams0_1__16___pyfunction_raw0B5_",
           "spam::_::__pyfunction_raw::{closure#0}");
}
END_TEST

/* Each part of this name is the one before, twice: a million types in 200 bytes. */
START_TEST(a_name_without_end_is_left_alone)
{
    expect("_RINvC1a1fTmmETB7_B7_ETBb_Bb_EE",
           "a::f::<(u32, u32), ((u32, u32), (u32, u32)), "
           "(((u32, u32), (u32, u32)), ((u32, u32), (u32, u32)))>");
    expect("_RINvC1a1fTmmETB7_B7_ETBb_Bb_ETBj_Bj_ETBr_Br_ETBz_Bz_ETBH_BH_"
           "ETBP_BP_ETBX_BX_ETB15_B15_ETB1d_B1d_ETB1n_B1n_ETB1x_B1x_"
           "ETB1H_B1H_ETB1R_B1R_ETB21_B21_ETB2b_B2b_ETB2l_B2l_ETB2v_B2v_"
           "ETB2F_B2F_EE",
           NULL);
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

    tcase_add_test(test, cpp_names_lose_their_parameters);
    tcase_add_test(test, rust_names_lose_their_hash);
    tcase_add_test(test, the_newer_scheme_of_rust_is_known);
    tcase_add_test(test, a_name_without_end_is_left_alone);
    tcase_add_test(test, other_names_are_left_alone);
    suite_add_tcase(suite, test);
    return unit_run(suite);
}
