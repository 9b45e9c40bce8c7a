#include "report/text/text.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "report/symbols/function_names.h"
#include "report/symbols/symbols.h"
#include "report/text/words.h"
#include "unit.h"

static char *
quoted(const char *text, size_t length)
{
    char *result = NULL;
    size_t size;
    FILE *file = open_memstream(&result, &size);

    text_write_quoted(file, text, length);
    fclose(file);
    return result;
}

static void
expect_quoted(const char *text, size_t length, const char *expected)
{
    char *result = quoted(text, length);

    ck_assert_str_eq(result, expected);
    free(result);
}

static void
expect_printable(const char *text, size_t length, const char *expected)
{
    char *result = text_printable(text, length);

    ck_assert_str_eq(result, expected);
    free(result);
}

START_TEST(arguments_and_parameters_are_folded)
{
    static const char *const names[][2] = {
        { "parse", "parse" },
        { "std::vector<int, std::allocator<int> >::push_back(int&&)",
          "std::vector<...>::push_back(...)" },
        { "operator<< <char>(std::ostream&)", "operator<< <...>(...)" },
        { "A::operator->() const", "A::operator->() const" },
        { "spam::(anonymous namespace)::parse",
          "spam::(anonymous namespace)::parse" },
        { "bind<int>(int (*)(), cleanup*)::{lambda(void*, cleanup*)#1}::_FUN",
          "bind<...>(...)::{lambda(...)#1}::_FUN" },
        { "<T as core::Into<U>>::into", "<T as core::Into<...>>::into" },
        { "call_once::<fn(u8) -> u8>", "call_once::<...>" },
        { "outer.<locals>.inner", "outer.<locals>.inner" },
        { "<module>", "<module>" },
        { "f(a < b", "f(a < b" },
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *folded = words_folded(names[i][0]);

        ck_assert_pstr_eq(folded, names[i][1]);
        free(folded);
    }
}
END_TEST

START_TEST(what_a_binding_made_for_a_lambda_is_called_as_that)
{
    static const char *const names[][2] = {
        { "pybind11::cpp_function::initialize<app::bind(_object*)::{lambda("
          "app::Tensor<int> const&)#2} const&, pybind11::object, "
          "app::Tensor<int> "
          "const&>(app::bind(_object*)::{lambda(app::Tensor<int> const&)#2} "
          "const&, pybind11::object (*)(app::Tensor<int> const&))::{lambda("
          "pybind11::detail::function_call&)#1}::_FUN",
          "app::bind(...)::{lambda(app::Tensor<...> const&)#2}" },
        { "nanobind::detail::func_create<false, true, bind(nanobind::module_&)"
          "::{lambda(int)#1}, void, int, "
          "0ul>(bind(nanobind::module_&)::{lambda("
          "int)#1}&&)::{lambda(void*)#1}::_FUN",
          "bind(...)::{lambda(int)#1}" },
        /* a pointer to a function; cut names */
        { "pybind11::cpp_function::initialize<int (*&)(int), int, int>(int (*&)"
          "(int), int (*)(int))::{lambda(pybind11::detail::function_call&)#1}"
          "::_FUN",
          "pybind11::cpp_function::initialize<...>(...)::{lambda(...)#1}::_"
          "FUN" },
        { "pybind11::cpp_function::initialize<a()::{lambda(",
          "pybind11::cpp_function::initialize<a()::{lambda(" },
        { "pybind11::cpp_function::initialize<",
          "pybind11::cpp_function::initialize<" },
        { "pybind11::cpp_function::initialize<int, )::{lambda(int)#1}",
          "pybind11::cpp_function::initialize<int, )::{lambda(int)#1}" },
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *folded = words_folded(names[i][0]);

        ck_assert_pstr_eq(folded, names[i][1]);
        free(folded);
    }
}
END_TEST

START_TEST(functions_of_cython_have_the_names_of_their_source)
{
    static const char *const names[][2] = {
        { "__pyx_pf_4keep_keep", "keep.keep" },
        { "__pyx_pw_4keep_1keep", "keep.keep" },
        { "__pyx_pf_4keep_2other_one", "keep.other_one" },
        { "__pyx_pf_7msgpack_9_cmsgpack_6Packer_14pack_map_pairs",
          "msgpack._cmsgpack.Packer.pack_map_pairs" },
        { "__pyx_pf_7msgpack_9_cmsgpack_8Unpacker_4__init__",
          "msgpack._cmsgpack.Unpacker.__init__" },
        { "__pyx_pf_4lxml_5etree_8_Element_append",
          "lxml.etree._Element.append" },
        { "__pyx_f_4keep_4name_get", "keep.name.get" },
        { "__pyx_f_4keep_6Parser__pack", "keep.Parser._pack" },
        /* get of the class name, or the third function, name_get */
        { "__pyx_pf_4keep_4name_get", "__pyx_pf_4keep_4name_get" },
        { "__pyx_pf_99keep_keep", "__pyx_pf_99keep_keep" },
        { "__pyx_pf_99999999999999999999_a",
          "__pyx_pf_99999999999999999999_a" },
        { "__pyx_pf_4keep_", "__pyx_pf_4keep_" },
        { "__pyx_pf_keep", "__pyx_pf_keep" },
        { "__pyx_pf_", "__pyx_pf_" },
        { "__Pyx_GetItemInt", "__Pyx_GetItemInt" },
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *folded = words_folded(names[i][0]);

        ck_assert_pstr_eq(folded, names[i][1]);
        free(folded);
    }
}
END_TEST

START_TEST(a_file_below_a_folder_is_named_from_there)
{
    ck_assert_pstr_eq(words_below("/a/b/c.c", "/a"), "b/c.c");
    ck_assert_pstr_eq(words_below("/a/b/c.c", "/a/b/"), "c.c");
    ck_assert_pstr_eq(words_below("/a/b/c.c", "/"), "a/b/c.c");
    ck_assert_ptr_null(words_below("/ab/c.c", "/a"));
    ck_assert_ptr_null(words_below("/a/../c.c", "/a"));
    ck_assert_ptr_null(words_below("c.c", "/a"));
    ck_assert_ptr_null(words_below("/a/c.c", NULL));
}
END_TEST

START_TEST(quoted_text_is_one_line_without_control_characters)
{
    expect_quoted("a\"b\\c\n", 6, "\"a\\\"b\\\\c\\n\"");
    expect_quoted("\x1b[31m\0x", 7, "\"\\x1b[31m\\x00x\"");
    expect_quoted("\xc2\x9b", 2, "\"\\xc2\\x9b\"");
    expect_quoted("\xc3\xa9", 2, "\"\xc3\xa9\"");
}
END_TEST

START_TEST(printable_text_is_valid_utf8)
{
    expect_printable("h\xc3\xa9llo", 6, "h\xc3\xa9llo");
    expect_printable("\xff\xc3", 2, "\\xff\\xc3");
}
END_TEST

START_TEST(nothing_that_steers_a_terminal_is_shown_as_it_is)
{
    expect_printable("\x1b[31m", 5, "\\x1b[31m");
    expect_printable("a\nb\tc\0\x7f", 7, "a\\nb\\tc\\x00\\x7f");
    expect_printable("\xc2\x80\xc2\x9b\xc2\xa0", 6, "\\u0080\\u009b\xc2\xa0");
    expect_printable("\xe2\x80\xae"
                     "fdp.exe",
                     10, "\\u202efdp.exe");
    expect_printable("\xe2\x81\xa6\xe2\x80\x8f\xd8\x9c", 8,
                     "\\u2066\\u200f\\u061c");
    expect_printable("\xef\xbb\xbf\xf3\xa0\x81\x81", 7, "\\ufeff\\U000e0041");
    expect_printable("\xe2\x80\xa7\xf0\x9f\x90\x8d", 7,
                     "\xe2\x80\xa7\xf0\x9f\x90\x8d");
}
END_TEST

START_TEST(quoted_text_steers_nothing_either)
{
    expect_quoted("\xe2\x80\xae", 3, "\"\\xe2\\x80\\xae\"");
}
END_TEST

START_TEST(utf8_text_keeps_control_characters_but_not_nul)
{
    char *result = text_utf8("a\n\0\xff", 4);

    ck_assert_str_eq(result, "a\n\xef\xbf\xbd\xef\xbf\xbd");
    free(result);
}
END_TEST

START_TEST(overlong_and_surrogate_forms_are_not_utf8)
{
    ck_assert_uint_eq(text_utf8_length("\xc0\x80", 2), 0);
    ck_assert_uint_eq(text_utf8_length("\xe0\x80\x80", 3), 0);
    ck_assert_uint_eq(text_utf8_length("\xed\xa0\x80", 3), 0);
    ck_assert_uint_eq(text_utf8_length("\xf4\x90\x80\x80", 4), 0);
    ck_assert_uint_eq(text_utf8_length("\xf0\x9f\x90\x8d", 4), 4);
    ck_assert_uint_eq(text_utf8_length("\xf0\x9f\x90\x8d", 3), 0);
}
END_TEST

START_TEST(numbers_have_commas_between_thousands)
{
    char buffer[TEXT_NUMBER_BYTES];

    ck_assert_str_eq(text_number(buffer, 0), "0");
    ck_assert_str_eq(text_number(buffer, 999), "999");
    ck_assert_str_eq(text_number(buffer, 1000), "1,000");
    ck_assert_str_eq(text_number(buffer, -1234567), "-1,234,567");
    ck_assert_str_eq(text_number(buffer, INT64_MIN),
                     "-9,223,372,036,854,775,808");
}
END_TEST

START_TEST(what_the_compiler_added_to_a_name_is_dropped)
{
    static const char *const names[] = { "load.part.0", "load.constprop.1.cold",
                                         "load.lto_priv.2", "load" };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *plain = function_name_plain(names[i]);

        ck_assert_str_eq(plain, "load");
        free(plain);
    }
}
END_TEST

START_TEST(functions_that_only_change_a_count_are_helpers)
{
    ck_assert(function_name_is_helper("Py_INCREF"));
    ck_assert(function_name_is_helper("_Py_Dealloc"));
    ck_assert(function_name_is_helper("_Py_INCREF_MORTAL"));
    ck_assert(function_name_is_helper("pybind11::handle::inc_ref() const &"));
    ck_assert(!function_name_is_helper("pybind11::list::list<int>"));
    ck_assert(function_name_is_helper("PyStackRef_FromPyObjectNew"));
    ck_assert(function_name_is_helper("_PyStackRef_CLOSE"));
    ck_assert(!function_name_is_helper("PyStack_AsTuple"));
    ck_assert(!function_name_is_helper(""));
    ck_assert(!function_name_is_helper("Py_INCREF_hook"));
    ck_assert(!function_name_is_helper("PyList_New"));
}
END_TEST

START_TEST(names_tell_what_a_function_is_for)
{
    ck_assert_uint_eq(function_name_flags("_PyEval_EvalFrameDefault"),
                      FUNCTION_EVALUATOR);
    ck_assert_uint_eq(function_name_flags("list_dealloc"), FUNCTION_DISPOSER);
    ck_assert_uint_eq(function_name_flags("PyInit__socket"), FUNCTION_SETUP);
    ck_assert_uint_eq(function_name_flags("slot_tp_hash"), 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("text");
    TCase *tests = tcase_create("text");

    tcase_add_test(tests, arguments_and_parameters_are_folded);
    tcase_add_test(tests, what_a_binding_made_for_a_lambda_is_called_as_that);
    tcase_add_test(tests, functions_of_cython_have_the_names_of_their_source);
    tcase_add_test(tests, a_file_below_a_folder_is_named_from_there);
    tcase_add_test(tests, quoted_text_is_one_line_without_control_characters);
    tcase_add_test(tests, printable_text_is_valid_utf8);
    tcase_add_test(tests, nothing_that_steers_a_terminal_is_shown_as_it_is);
    tcase_add_test(tests, quoted_text_steers_nothing_either);
    tcase_add_test(tests, utf8_text_keeps_control_characters_but_not_nul);
    tcase_add_test(tests, overlong_and_surrogate_forms_are_not_utf8);
    tcase_add_test(tests, numbers_have_commas_between_thousands);
    tcase_add_test(tests, what_the_compiler_added_to_a_name_is_dropped);
    tcase_add_test(tests, functions_that_only_change_a_count_are_helpers);
    tcase_add_test(tests, names_tell_what_a_function_is_for);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
