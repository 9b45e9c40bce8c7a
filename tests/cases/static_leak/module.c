/*
 * A call takes one reference too many to what it was given, which may be an
 * object in static data: a small integer, None. No memory grows.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
is_known(PyObject *Py_UNUSED(module), PyObject *one)
{
    int known = PyLong_Check(one);

#ifndef CORRECT
    Py_INCREF(one);
#endif
    return PyFloat_FromDouble(known + .5);
}

static PyObject *
same(PyObject *Py_UNUSED(module), PyObject *one)
{
    Py_INCREF(one);
    return one;
}

static PyMethodDef methods[] = {
    { "is_known", is_known, METH_O, "Whether it is an integer." },
    { "same", same, METH_O, "The argument." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "static_leak",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_static_leak(void)
{
    return PyModule_Create(&definition);
}
