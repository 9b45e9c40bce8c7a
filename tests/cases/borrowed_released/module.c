/* A borrowed reference is given back: the table's own, whose turn comes later. */
#include <Python.h>

static PyObject *kept;

static PyObject *
keep(PyObject *Py_UNUSED(module), PyObject *list)
{
    Py_INCREF(list);
    Py_XSETREF(kept, list);
    Py_RETURN_NONE;
}

static PyObject *
look_up(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *table, *key, *entry;

    if (!PyArg_ParseTuple(args, "O!O:look_up", &PyDict_Type, &table, &key)) {
        return NULL;
    }
    entry = PyDict_GetItemWithError(table, key);
    if (entry == NULL) {
        if (!PyErr_Occurred()) {
            PyErr_SetObject(PyExc_KeyError, key);
        }
        return NULL;
    }
    key = PyObject_GetAttrString(entry, "name");
#ifndef CORRECT
    Py_DECREF(entry);
#endif
    return key;
}

static PyMethodDef methods[] = {
    { "keep", keep, METH_O, NULL },
    { "look_up", look_up, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "borrowed_released",
    NULL,
    -1,
    methods,
    NULL,
    NULL,
    NULL,
    NULL,
};

PyMODINIT_FUNC
PyInit_borrowed_released(void)
{
    return PyModule_Create(&definition);
}
