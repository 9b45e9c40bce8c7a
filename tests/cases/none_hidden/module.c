/*
 * The last thing that was remembered can be forgotten, which answers None with
 * one reference too many: a few hundred in all, of an object whose changes nobody
 * records, as thousands own it.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *last;

static PyObject *
remember(PyObject *Py_UNUSED(module), PyObject *thing)
{
    Py_INCREF(thing);
    Py_XSETREF(last, thing);
    Py_RETURN_NONE;
}

static PyObject *
recall(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(arguments))
{
    if (last == NULL) {
        PyErr_SetString(PyExc_LookupError, "nothing was remembered");
        return NULL;
    }
    Py_INCREF(last);
    return last;
}

static PyObject *
forget(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(arguments))
{
    Py_CLEAR(last);
#ifndef CORRECT
    Py_INCREF(Py_None);
#endif
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    { "remember", remember, METH_O, "Keeps it." },
    { "recall", recall, METH_NOARGS, "What is kept." },
    { "forget", forget, METH_NOARGS, "Keeps nothing." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "none_hidden",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_none_hidden(void)
{
    return PyModule_Create(&definition);
}
