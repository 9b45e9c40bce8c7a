/*
 * A function returns what comes first in a list. BUG: it is the list's, and no
 * reference was taken, whatever the object is.
 */
#include <Python.h>

static PyObject *
first_of(PyObject *Py_UNUSED(module), PyObject *list)
{
    PyObject *first = PyList_GetItem(list, 0);

#ifdef CORRECT
    Py_XINCREF(first);
#endif
    return first;
}

static PyMethodDef methods[] = {
    { "first_of", first_of, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "loans_of_several_types",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_loans_of_several_types(void)
{
    return PyModule_Create(&definition);
}
