/*
 * An error path releases a list twice: the second time it is dead, and nobody
 * has it any more, so that a release build goes on as if nothing had happened.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
pair_of(PyObject *Py_UNUSED(module), PyObject *one)
{
    PyObject *pair = PyList_New(0);

    if (pair == NULL) {
        return NULL;
    }
    if (PyList_Append(pair, one) < 0 || PyLong_AsLong(one) < 0) {
        PyErr_Clear();
        Py_DECREF(pair);
#ifndef CORRECT
        Py_DECREF(pair);
#endif
        return PyFloat_FromDouble(.5);
    }
    return pair;
}

static PyMethodDef methods[] = {
    { "pair_of", pair_of, METH_O, "A list of it." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "released_when_dead",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_released_when_dead(void)
{
    return PyModule_Create(&definition);
}
