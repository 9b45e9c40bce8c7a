/*
 * What a value is read with is a new dictionary, or None, which is borrowed: both
 * are released after it. The reader, a function of the same module, leaves its
 * argument what it has.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static __attribute__((noinline)) PyObject *
read_value(PyObject *memo, const char *text)
{
    PyObject *value = PyLong_FromSize_t(strlen(text));

    if (value == NULL || memo == Py_None) {
        return value;
    }
    if (PyDict_SetItemString(memo, text, value) < 0) {
        Py_DECREF(value);
        return NULL;
    }
    return value;
}

static PyObject *
read_with(PyObject *module, PyObject *arguments)
{
    const char *text;
    int remember;
    PyObject *memo, *value;

    (void)module;
    if (!PyArg_ParseTuple(arguments, "sp", &text, &remember)) {
        return NULL;
    }
    if (remember) {
        memo = PyDict_New();
        if (memo == NULL) {
            return NULL;
        }
    }
    else {
        memo = Py_None;
#ifdef CORRECT
        Py_INCREF(memo);
#endif
    }
    value = read_value(memo, text);
    Py_DECREF(memo);
    return value;
}

static PyMethodDef methods[] = {
    { "read_with", read_with, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "yielded_to_a_reader",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_yielded_to_a_reader(void)
{
    return PyModule_Create(&definition);
}
