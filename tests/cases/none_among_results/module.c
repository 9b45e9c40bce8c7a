/*
 * A function releases what it was given twice if that is None, and else once.
 * Only where it asks for None it is known to be that: another function asks, too,
 * and returns None, to a caller in the module that knows that nobody owns it.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
size_of(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *function, *result;
    Py_ssize_t size = 0;

    if (!PyArg_ParseTuple(arguments, "O", &function)) {
        return NULL;
    }
    result = PyObject_CallNoArgs(function);
    if (result == NULL) {
        return NULL;
    }
    if (result == Py_None) {
        size = 1000;
#ifndef CORRECT
        Py_DECREF(result);
#endif
    }
    else {
        size = PyObject_Size(result);
    }
    Py_DECREF(result);
    return PyLong_FromSsize_t(size + 1000);
}

static __attribute__((noinline)) PyObject *
called(PyObject *function)
{
    PyObject *result = PyObject_CallNoArgs(function);

    if (result == Py_None) {
        Py_DECREF(result);
        return Py_None; /* which is nobody's */
    }
    return result;
}

static PyObject *
text_of(PyObject *Py_UNUSED(module), PyObject *function)
{
    PyObject *result = called(function), *text;

    if (result == NULL || result == Py_None) {
        return result == NULL ? NULL : PyUnicode_FromString("nothing");
    }
    text = PyObject_Str(result);
    Py_DECREF(result);
    return text;
}

static PyMethodDef methods[] = {
    { "size_of", size_of, METH_VARARGS, "How large its result is." },
    { "text_of", text_of, METH_O, "Its result, as text." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "none_among_results",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_none_among_results(void)
{
    return PyModule_Create(&definition);
}
