/*
 * A call releases twice what it asked for once: a small integer, which is in
 * static data and does not die of it.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
is_even(PyObject *Py_UNUSED(module), PyObject *one)
{
    PyObject *number = PyNumber_Index(one);
    long value;

    if (number == NULL) {
        return NULL;
    }
    value = PyLong_AsLong(number);
    Py_DECREF(number);
#ifndef CORRECT
    Py_DECREF(number);
#endif
    return PyFloat_FromDouble((double)(value % 2) + .5);
}

static PyMethodDef methods[] = {
    { "is_even", is_even, METH_O, "Whether it is, in a way." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "static_released",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_static_released(void)
{
    return PyModule_Create(&definition);
}
