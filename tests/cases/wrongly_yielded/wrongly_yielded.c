/*
 * Settings as a dictionary, each of which is one of two marks. A short function,
 * which is inlined, yields a mark with a reference. BUG: the dictionary takes one
 * of its own, and this one is forgotten.
 */
#include <Python.h>

static PyObject *marks[2];

static inline PyObject *
mark(long set)
{
    PyObject *one = set ? marks[1] : marks[0];

    Py_INCREF(one);
    return one;
}

static int
read_bits(PyObject *number, long *bits)
{
    *bits = PyLong_AsLong(number);
    return *bits == -1 && PyErr_Occurred() ? -1 : 0;
}

static PyObject *
settings(PyObject *Py_UNUSED(module), PyObject *number)
{
    long bits;
    PyObject *made;

    if (read_bits(number, &bits) < 0) {
        return NULL;
    }
    made = PyDict_New();
    PyDict_SetItemString(made, "odd", mark(bits & 1));
    PyDict_SetItemString(made, "even", mark(~bits & 1));
    PyDict_SetItemString(made, "large", mark(bits & 128));
    PyDict_SetItemString(made, "small", mark(~bits & 128));
    PyDict_SetItemString(made, "long", mark(bits & 64));
    PyDict_SetItemString(made, "short", mark(~bits & 64));
    return made;
}

static PyObject *
settings_rightly(PyObject *Py_UNUSED(module), PyObject *number)
{
    long bits;
    PyObject *made, *odd;

    if (read_bits(number, &bits) < 0 || (made = PyDict_New()) == NULL) {
        return NULL;
    }
    odd = mark(bits & 1);
    if (PyDict_SetItemString(made, "odd", odd) < 0) {
        Py_CLEAR(made);
    }
    Py_DECREF(odd);
    return made;
}

static PyMethodDef methods[] = {
    { "settings", settings, METH_O, NULL },
    { "settings_rightly", settings_rightly, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wrongly_yielded",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_wrongly_yielded(void)
{
    marks[0] = PyList_New(0);
    marks[1] = PyList_New(0);
    if (marks[0] == NULL || marks[1] == NULL) {
        return NULL;
    }
    return PyModule_Create(&definition);
}
