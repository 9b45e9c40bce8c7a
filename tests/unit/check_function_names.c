#include "report/symbols/function_names.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "report/symbols/functions.h"
#include "report/symbols/symbols.h"
#include "unit.h"

START_TEST(contracts_stand_in_the_order_of_their_names)
{
    static const char *const names[] = {
#define CONTRACT(name, kind) name,
#include "report/symbols/contracts.def"
#undef CONTRACT
    };

    for (size_t i = 1; i < sizeof names / sizeof *names; i++) {
        ck_assert_str_lt(names[i - 1], names[i]);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ck_assert_uint_ne(function_name_contract(names[i]), 0);
    }
}
END_TEST

START_TEST(a_contract_says_whose_a_reference_is)
{
    ck_assert_uint_eq(function_name_contract("PyList_New"), FUNCTION_GIVES);
    ck_assert_uint_eq(function_name_contract("PyDict_GetItem"), FUNCTION_LENDS);
    ck_assert_uint_eq(function_name_contract("PyList_Append"), FUNCTION_STORES);
    ck_assert_uint_eq(function_name_contract("PyList_SetItem"),
                      FUNCTION_STEALS);
    ck_assert_uint_eq(function_name_contract("_Py_BuildValue_SizeT"),
                      FUNCTION_CHOOSES);
    ck_assert_uint_eq(function_name_contract("_SizeT"), 0);
    ck_assert_uint_eq(function_name_contract("PyList_New2"), 0);
    ck_assert_uint_eq(function_name_contract(""), 0);
}
END_TEST

START_TEST(suffixes_of_compilers_belong_to_no_name)
{
    char *plain = function_name_plain("load.constprop.0.isra.3");

    ck_assert_str_eq(plain, "load");
    free(plain);
}
END_TEST

START_TEST(what_only_changes_a_count_is_nobody_to_blame)
{
    ck_assert(function_name_is_helper("Py_NewRef"));
    ck_assert(function_name_is_helper("pybind11::handle::inc_ref"));
    ck_assert(function_name_is_helper("nanobind::detail::incref_checked"));
    ck_assert(function_name_is_helper("CPyTagged_IncRef"));
    ck_assert(function_name_is_helper("pyo3_ffi::object::Py_INCREF"));
    ck_assert(function_name_is_helper("pyo3::gil::register_decref"));
    ck_assert(!function_name_is_helper("pyo3_ffi::object::Py_TYPE"));
    ck_assert(function_name_is_helper("cppy::xincref<_object>"));
    ck_assert(!function_name_is_helper("incref_all"));
    ck_assert(!function_name_is_helper("made::ptr<cppy::incref>"));
}
END_TEST

START_TEST(what_begins_a_life_works_for_who_asked_for_it)
{
    ck_assert(function_name_flags("PyType_GenericAlloc") & FUNCTION_ALLOCATOR);
    ck_assert(function_name_flags("new_reference") & FUNCTION_ALLOCATOR);
    ck_assert(!(function_name_flags("new_references") & FUNCTION_ALLOCATOR));
}
END_TEST

START_TEST(where_a_process_begins_is_glue)
{
    ck_assert(function_name_flags("_start") & FUNCTION_GLUE);
    ck_assert(function_name_flags("__libc_start_call_main") & FUNCTION_GLUE);
    ck_assert(!(function_name_flags("main") & FUNCTION_GLUE));
}
END_TEST

START_TEST(what_is_written_in_the_set_up_of_a_module_is_none)
{
    ck_assert(function_name_flags("PyInit_spam") & FUNCTION_SETUP);
    ck_assert(!(function_name_flags("PyInit_spam()::{lambda(int)#1}::_FUN") &
                FUNCTION_SETUP));
}
END_TEST

START_TEST(what_a_binding_generates_is_glue)
{
    ck_assert(function_name_flags("__pyx_pw_4spam_1parse") & FUNCTION_GLUE);
    ck_assert(function_name_flags("__pyx_tp_new_4spam_Parser") & FUNCTION_GLUE);
    ck_assert(function_name_is_library("__Pyx_PyObject_Call"));
    ck_assert(function_name_is_library("pybind11_object_new"));
    ck_assert(!function_name_is_library("pybind11::class_<Job>::def"));
    ck_assert(!function_name_is_library("__pyx_pf_4spam_parse"));
    ck_assert(function_name_is_helper("__Pyx_NewRef"));
    ck_assert(function_name_flags("pybind11::cpp_function::dispatcher") &
              FUNCTION_GLUE);
    ck_assert(function_name_flags("spam::_::__pyfunction_parse::{closure#0}") &
              FUNCTION_GLUE);
    ck_assert(function_name_flags("spam::Parser::__pymethod_feed__") &
              FUNCTION_GLUE);
    ck_assert(!(function_name_flags("spam::parse") & FUNCTION_GLUE));
}
END_TEST

START_TEST(without_lines_what_was_inlined_is_called_as_what_wraps_it)
{
    static const char wrapper[] =
        "pybind11::cpp_function::initialize<...>(...)::{lambda(...)#3}::_FUN";
    static const char dispatcher[] = "pybind11::cpp_function::dispatcher";
    struct functions functions = { 0 };
    uint32_t with = functions_intern(&functions, 1, wrapper, RETURN_UNKNOWN,
                                     FUNCTION_NAMED_BY_LINES);
    uint32_t without = functions_intern(&functions, 2, wrapper, RETURN_UNKNOWN,
                                        FUNCTION_NAMED_BY_SYMBOL);
    uint32_t other = functions_intern(&functions, 2, dispatcher, RETURN_UNKNOWN,
                                      FUNCTION_NAMED_BY_SYMBOL);

    ck_assert(functions.functions[with].flags & FUNCTION_GLUE);
    ck_assert(!(functions.functions[without].flags & FUNCTION_GLUE));
    ck_assert(functions.functions[other].flags & FUNCTION_GLUE);
    functions_release(&functions);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("function_names");
    TCase *tests = tcase_create("function_names");

    tcase_add_test(tests, contracts_stand_in_the_order_of_their_names);
    tcase_add_test(tests, a_contract_says_whose_a_reference_is);
    tcase_add_test(tests, what_only_changes_a_count_is_nobody_to_blame);
    tcase_add_test(tests, what_begins_a_life_works_for_who_asked_for_it);
    tcase_add_test(tests, where_a_process_begins_is_glue);
    tcase_add_test(tests, what_is_written_in_the_set_up_of_a_module_is_none);
    tcase_add_test(tests, what_a_binding_generates_is_glue);
    tcase_add_test(tests,
                   without_lines_what_was_inlined_is_called_as_what_wraps_it);
    tcase_add_test(tests, suffixes_of_compilers_belong_to_no_name);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
