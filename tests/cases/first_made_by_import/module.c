/*
 * A call makes an object of a class that it is given, and forgets it. A module
 * has made such an object as it was imported, and keeps that.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
decode(PyObject *Py_UNUSED(module), PyObject *class)
{
    PyObject *options = PyObject_CallFunctionObjArgs(class, NULL);
    int callable;

    if (options == NULL) {
        return NULL;
    }
    callable = PyCallable_Check(options);
#ifdef CORRECT
    Py_DECREF(options);
#endif
    return PyBool_FromLong(callable);
}

static PyMethodDef methods[] = {
    { "decode", decode, METH_O, "With options that are made for it." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "first_made_by_import",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_first_made_by_import(void)
{
    return PyModule_Create(&definition);
}
