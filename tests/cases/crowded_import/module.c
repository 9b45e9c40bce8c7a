/*
 * A leak in a program that imports more than the ledger has room for: what the
 * import makes is only counted, and the program's own objects have accounts.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
pair(PyObject *Py_UNUSED(module), PyObject *one)
{
    PyObject *list = PyList_New(0);

    if (list == NULL) {
        return NULL;
    }
    if (PyList_Append(list, one) < 0 || PyList_Append(list, one) < 0) {
        Py_DECREF(list);
        return NULL;
    }
#ifndef CORRECT
    Py_INCREF(list);
#endif
    return list;
}

static PyMethodDef methods[] = {
    { "pair", pair, METH_O, "A list of it, twice." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "crowded_import",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_crowded_import(void)
{
    return PyModule_Create(&definition);
}
