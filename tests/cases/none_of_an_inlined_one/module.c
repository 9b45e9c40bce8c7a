/*
 * A function that is inlined into three others returns None without a taking:
 * none of these is to blame.
 */
#ifndef __clang__ /* lines are lost by optimization */
#pragma GCC optimize("O2")
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static inline __attribute__((always_inline)) PyObject *
character_or_none(PyObject *text, Py_ssize_t at)
{
    if (at >= PyUnicode_GET_LENGTH(text)) {
#ifdef CORRECT
        Py_INCREF(Py_None);
#endif
        return Py_None;
    }
    return PyUnicode_FromOrdinal(PyUnicode_READ_CHAR(text, at));
}

static PyObject *
first(PyObject *Py_UNUSED(module), PyObject *text)
{
    return character_or_none(text, 0);
}

static PyObject *
second(PyObject *Py_UNUSED(module), PyObject *text)
{
    return character_or_none(text, 1);
}

static PyObject *
third(PyObject *Py_UNUSED(module), PyObject *text)
{
    return character_or_none(text, 2);
}

static PyMethodDef methods[] = {
    { "first", first, METH_O, "The first character, or None." },
    { "second", second, METH_O, "The second." },
    { "third", third, METH_O, "The third." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "none_of_an_inlined_one",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_none_of_an_inlined_one(void)
{
    return PyModule_Create(&definition);
}
