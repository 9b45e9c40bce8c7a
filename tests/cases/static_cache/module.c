/*
 * No bug: a module keeps a table and a few values for as long as the process
 * lives, as many do.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *table;
static PyObject *zero;

static PyObject *
square(PyObject *Py_UNUSED(module), PyObject *number)
{
    if (table == NULL && (table = PyDict_New()) == NULL) {
        return NULL;
    }
    if (zero == NULL &&
        (zero = PyLong_FromString("10000000000", NULL, 10)) == NULL) {
        return NULL;
    }
    PyObject *known = PyDict_GetItemWithError(table, number);
    if (known != NULL) {
        Py_INCREF(known);
        return known;
    }
    if (PyErr_Occurred()) {
        return NULL;
    }
    PyObject *result = PyNumber_Multiply(number, number);
    if (result != NULL && PyDict_GET_SIZE(table) < 8 &&
        PyDict_SetItem(table, number, result) < 0) {
        Py_CLEAR(result);
    }
    return result;
}

static PyMethodDef methods[] = {
    { "square", square, METH_O, "The square, remembered for a few numbers." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "static_cache",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_static_cache(void)
{
    return PyModule_Create(&definition);
}
