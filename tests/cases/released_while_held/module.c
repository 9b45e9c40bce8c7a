/*
 * A lookup releases what it only borrowed: the object dies while a dictionary
 * still points to it, its memory becomes another's, and who comes back to it
 * ends the program, far from here. In one run nobody can tell who it was: the
 * memory is kept in a second.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
has_key(PyObject *Py_UNUSED(module), PyObject *arguments)
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

/* What the interpreter would do sooner or later, at once. */
static PyObject *
use_all(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *table, *type, *value;
    Py_ssize_t at = 0;

    if (!PyArg_ParseTuple(arguments, "O!O", &PyDict_Type, &table, &type)) {
        return NULL;
    }
    while (PyDict_Next(table, &at, NULL, &value)) {
        if ((PyObject *)Py_TYPE(value) != type) {
            abort();
        }
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    { "has_key", has_key, METH_VARARGS, "Whether the table has the key." },
    { "use_all", use_all, METH_VARARGS, "Uses each value, of this type." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "released_while_held",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_released_while_held(void)
{
    return PyModule_Create(&definition);
}
