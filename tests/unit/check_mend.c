#include "report/finding/mend_text.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

/* Line 1 begins the function, 3 takes, 4 tests it, from 7 on is `rest`. */
static bool
mended(const char *taking, const char *rest, uint32_t past, struct mend *mend)
{
    static char text[4096];
    struct c_code *code;
    bool found;

    snprintf(text, sizeof text,
             "static PyObject *\nlook(PyObject *self, PyObject *a)\n{\n%s\n"
             "    if (one == NULL) {\n        return NULL;\n    }\n%s}\n",
             taking, rest);
    code = c_code_read(text, strlen(text));
    found = mend_text_forgotten(code, 4, "PyObject_GetAttr", past, mend);
    c_code_free(code);
    return found;
}

static const char usual[] = "    PyObject *one = PyObject_GetAttr(self, a);";

static void
expect(const char *rest, uint32_t past, uint32_t line, const char *text)
{
    struct mend mend;

    ck_assert(mended(usual, rest, past, &mend));
    ck_assert_uint_eq(mend.count, 1);
    ck_assert_uint_eq(mend.lines[0], line);
    ck_assert_str_eq(mend.text[0], text);
    mend_clear(&mend);
}

static void
expect_none(const char *taking, const char *rest, uint32_t past)
{
    struct mend mend;

    ck_assert(!mended(taking, rest, past, &mend));
}

START_TEST(a_return_that_forgets_is_mended)
{
    expect("    if (PyObject_Size(one) < 0) {\n        return NULL;\n    }\n"
           "    Py_DECREF(one);\n    Py_RETURN_NONE;\n",
           8, 9, "        Py_DECREF(one);");
    expect("\tint size = PyObject_Size(one);\n\treturn size;\n", 8, 9,
           "\tPy_DECREF(one);");
    expect("    if (PyErr_Occurred()) {\n        Py_RETURN_NONE;\n    }\n"
           "    return one;\n",
           8, 9, "        Py_DECREF(one);");
    /* What leaves with a release of its own does not forget it. */
    expect("    if (PyErr_Occurred()) {\n        Py_DECREF(one);\n"
           "        Py_DECREF(a);\n"
           "        return NULL;\n    }\n    return PyLong_FromLong(1);\n",
           8, 13, "    Py_DECREF(one);");
}
END_TEST

START_TEST(each_return_that_forgets_is_mended)
{
    struct mend mend;

    ck_assert(
        mended(usual,
               "    if (PyErr_Occurred()) {\n        return NULL;\n    }\n"
               "    return PyLong_FromLong(1);\n",
               8, &mend));
    ck_assert_uint_eq(mend.count, 2);
    ck_assert_uint_eq(mend.lines[0], 9);
    ck_assert_uint_eq(mend.lines[1], 11);
    mend_clear(&mend);
}
END_TEST

START_TEST(what_may_be_elsewhere_is_left_alone)
{
    static const char *const ways[] = {
        "    self->one = one;\n    return NULL;\n",
        "    keep(one);\n    return NULL;\n",
        "    PyObject *other = one;\n    return NULL;\n",
        "    take(&one);\n    return NULL;\n",
        "    PyList_SetItem(a, 0, one);\n    return NULL;\n",
        "    PyTuple_SET_ITEM(a, 0, one);\n    return NULL;\n",
        "    a = Py_BuildValue(\"N\", one);\n    return NULL;\n",
        "    one = a;\n    return NULL;\n",
        "    Py_SETREF(one, a);\n    return NULL;\n",
    };

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        expect_none(usual, ways[i], 8);
    }
}
END_TEST

START_TEST(what_depends_on_it_is_returned_alive)
{
    static const char *const ways[] = {
        "    return one;\n",
        "    const char *name = PyUnicode_AsUTF8(one);\n"
        "    return PyUnicode_FromString(name);\n",
        "    PyObject *item = PyList_GetItem(one, 0);\n    return item;\n",
        "    return PyErr_Format(PyExc_KeyError, \"%R\", a);\n",
        "    return other(1);\n",
    };

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        expect_none(usual, ways[i], 8);
    }
}
END_TEST

START_TEST(code_that_others_come_to_is_left_alone)
{
    static const char *const ways[] = {
        "    PyObject_Size(one);\nfail:\n    return NULL;\n",
        "#ifdef X\n    return NULL;\n#endif\n    return NULL;\n",
        /* One that cannot be mended is left, whatever can be. */
        "    if (PyErr_Occurred()) {\n        goto out;\n    }\n"
        "    if (a == NULL) {\n        return NULL;\n    }\nout:\n",
        "    if (PyErr_Occurred()) return NULL;\n    return NULL;\n",
        "    switch (1) {\n    case 1:\n        return NULL;\n    }\n",
        /* A brace would be needed. */
        "    if (PyObject_Size(one) < 0)\n        return NULL;\n"
        "    Py_DECREF(one);\n    return a;\n",
        /* The second time round it is gone. */
        "    for (;;) {\n        if (PyErr_Occurred()) {\n"
        "            return NULL;\n        }\n        Py_DECREF(one);\n    }\n",
    };

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        expect_none(usual, ways[i], 8);
    }
}
END_TEST

START_TEST(only_a_variable_of_the_function_is_mended)
{
    static const char *const takings[] = {
        "    one = PyObject_GetAttr(self, a);", /* declared elsewhere */
        "    static PyObject *one = PyObject_GetAttr(self, a);",
        "    self->one = PyObject_GetAttr(self, a);",
        "    *one = PyObject_GetAttr(self, a);",
        "    if ((one = PyObject_GetAttr(self, a)) == NULL) {",
        "    // PyObject *one = PyObject_GetAttr(self, a);",
        "    Py_INCREF(one);", /* kept before, for all that is known */
    };

    for (size_t i = 0; i < sizeof takings / sizeof takings[0]; i++) {
        expect_none(takings[i], "    return NULL;\n", 8);
    }
}
END_TEST

START_TEST(a_line_before_the_taking_is_not_meant)
{
    expect_none(usual, "    return NULL;\n", 4);
    expect_none(usual, "    return NULL;\n", 3);
    expect_none(usual, "    return NULL;\n", 9);
}
END_TEST

static void
expect_built(const char *line, const char *text, uint32_t column)
{
    char whole[1024];
    struct c_code *code;
    struct mend mend;
    bool found;

    snprintf(whole, sizeof whole,
             "f(PyObject *a)\n{\n    PyObject *one = PyDict_New();\n%s\n}\n",
             line);
    code = c_code_read(whole, strlen(whole));
    found = mend_text_built(code, 4, &mend);
    c_code_free(code);
    ck_assert_int_eq(found, text != NULL);
    if (found) {
        ck_assert_str_eq(mend.text[0], text);
        ck_assert_uint_eq(mend.column, column);
        mend_clear(&mend);
    }
}

START_TEST(the_only_letter_of_what_was_made_is_mended)
{
    expect_built("    return Py_BuildValue(\"(iO)\", 1, one);", "N", 29);
    expect_built("    return Py_BuildValue(\"{s:O}\", \"a\", one);", "N", 30);
    expect_built("    return Py_BuildValue(\"(OO)\", a, one);", NULL, 0);
    expect_built("    return Py_BuildValue(\"(iO)\", 1, a);", NULL, 0);
    expect_built("    return Py_BuildValue(\"(s#O)\", s, n, one);", NULL, 0);
    expect_built("    return Py_BuildValue(\"O&\", f, one);", NULL, 0);
    expect_built("    x = Py_BuildValue(\"(iO)\", 1, one);", NULL, 0);
    expect_built("    return Py_BuildValue(format, 1, one);", NULL, 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("mend");
    TCase *tests = tcase_create("mend");

    tcase_add_test(tests, a_return_that_forgets_is_mended);
    tcase_add_test(tests, each_return_that_forgets_is_mended);
    tcase_add_test(tests, what_may_be_elsewhere_is_left_alone);
    tcase_add_test(tests, what_depends_on_it_is_returned_alive);
    tcase_add_test(tests, code_that_others_come_to_is_left_alone);
    tcase_add_test(tests, only_a_variable_of_the_function_is_mended);
    tcase_add_test(tests, a_line_before_the_taking_is_not_meant);
    tcase_add_test(tests, the_only_letter_of_what_was_made_is_mended);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
