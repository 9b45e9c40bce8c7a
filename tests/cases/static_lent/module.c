/*
 * A function returns what it found in a list, which is not its own: small
 * integers, which are in static data and do not die of it. No change of the
 * count is its own, and the module knows them by no name.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
first_of(PyObject *Py_UNUSED(module), PyObject *list)
{
    PyObject *item = PyList_GetItem(list, 0);

#ifdef CORRECT
    Py_XINCREF(item);
#endif
    return item;
}

static PyObject *
last_of(PyObject *Py_UNUSED(module), PyObject *list)
{
    PyObject *item = PyList_GetItem(list, PyList_Size(list) - 1);

    Py_XINCREF(item);
    return item;
}

static PyMethodDef methods[] = {
    { "first_of", first_of, METH_O, "What comes first." },
    { "last_of", last_of, METH_O, "What comes last." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "static_lent",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_static_lent(void)
{
    return PyModule_Create(&definition);
}
