/*
 * A lookup releases what it only borrowed, and others of the same type are born
 * where the objects were: the table then holds these, no count is ever wrong
 * for long, and the program goes on. One run has nothing to suspect; the memory
 * is kept in a second.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
is_there(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *table, *key, *value;

    if (!PyArg_ParseTuple(arguments, "O!O", &PyDict_Type, &table, &key)) {
        return NULL;
    }
    value = PyDict_GetItemWithError(table, key);
    if (value == NULL && PyErr_Occurred()) {
        return NULL;
    }
#ifndef CORRECT
    Py_XDECREF(value);
#endif
    return PyBool_FromLong(value != NULL);
}

static PyMethodDef methods[] = {
    { "is_there", is_there, METH_VARARGS, "Whether the table has the key." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "released_and_replaced",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_released_and_replaced(void)
{
    return PyModule_Create(&definition);
}
