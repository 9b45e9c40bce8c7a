/*
 * A module that the kernel would put where nothing else has room within two
 * gigabytes.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
first_of(PyObject *Py_UNUSED(module), PyObject *list)
{
    PyObject *first = PyList_GetItem(list, 0);

    Py_XINCREF(first);
#ifndef CORRECT
    Py_XINCREF(first);
#endif
    return first;
}

static PyMethodDef methods[] = {
    { "first_of", first_of, METH_O, "The first item of a list." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "no_room_beside",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_no_room_beside(void)
{
    return PyModule_Create(&definition);
}
