/*
 * What is missing stays missing, and takes one reference too many: of None, by the
 * name of an argument that was found to be None, and in one step with the one
 * that is returned.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
absolute(PyObject *Py_UNUSED(module), PyObject *number)
{
    if (number == Py_None) {
#ifndef CORRECT
        Py_INCREF(number);
#endif
        Py_INCREF(number);
        return number;
    }
    return PyNumber_Absolute(number);
}

static PyMethodDef methods[] = {
    { "absolute", absolute, METH_O, "Of a number; of None it is None." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "none_if_it_is_none",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_none_if_it_is_none(void)
{
    return PyModule_Create(&definition);
}
