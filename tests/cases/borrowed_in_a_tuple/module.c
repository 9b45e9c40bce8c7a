/*
 * A function puts what it only borrowed into a tuple that it makes: the macro
 * steals, the tuple will release, and no change shows who gave it away.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
single(PyObject *Py_UNUSED(module), PyObject *list)
{
    PyObject *tuple = PyTuple_New(1);
    PyObject *item;

    if (tuple == NULL) {
        return NULL;
    }
    item = PyList_GetItem(list, 0);
    if (item == NULL) {
        Py_DECREF(tuple);
        return NULL;
    }
#ifdef CORRECT
    Py_INCREF(item);
#endif
    PyTuple_SET_ITEM(tuple, 0, item);
    return tuple;
}

/* Reads the same, and is right. */
static PyObject *
last(PyObject *Py_UNUSED(module), PyObject *list)
{
    PyObject *tuple = PyTuple_New(1);
    PyObject *item;

    if (tuple == NULL) {
        return NULL;
    }
    item = PyList_GetItem(list, PyList_Size(list) - 1);
    if (item == NULL) {
        Py_DECREF(tuple);
        return NULL;
    }
    PyTuple_SET_ITEM(tuple, 0, item);
    Py_INCREF(item);
    return tuple;
}

static PyMethodDef methods[] = {
    { "single", single, METH_O, "A tuple of the first of a list." },
    { "last", last, METH_O, "A tuple of the last of a list." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "borrowed_in_a_tuple",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_borrowed_in_a_tuple(void)
{
    return PyModule_Create(&definition);
}
