/*
 * A lookup answers None, and takes one reference too many where it knows the
 * key: a few among many that balance, of an object that thousands own.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
look_up(PyObject *Py_UNUSED(module), PyObject *number)
{
    long key = PyLong_AsLong(number);

    if (key == -1 && PyErr_Occurred()) {
        return NULL;
    }
#ifndef CORRECT
    if (key % 200 == 0) {
        Py_INCREF(Py_None);
    }
#endif
    Py_INCREF(Py_None);
    return Py_None;
}

static PyMethodDef methods[] = {
    { "look_up", look_up, METH_O, "Answers None." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "none_lost_seldom",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_none_lost_seldom(void)
{
    return PyModule_Create(&definition);
}
