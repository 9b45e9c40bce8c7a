/*
 * A function gives away what it only borrowed, to a format that has so many
 * values that this one is handed over on the stack.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
described(PyObject *Py_UNUSED(module), PyObject *list)
{
    PyObject *type = (PyObject *)Py_TYPE(list);

    return Py_BuildValue(
#ifdef CORRECT
        "(nOOO(OOOO))",
#else
        "(nOOO(OOON))",
#endif
        PyList_Size(list), type, list, type, list, type, list, Py_None);
}

static PyMethodDef methods[] = {
    { "described", described, METH_O, "What there is to say of it." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "built_of_many",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_built_of_many(void)
{
    return PyModule_Create(&definition);
}
