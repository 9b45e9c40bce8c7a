/* Takes one reference too many to whatever it is given. */
#include <Python.h>

static PyObject *
leak(PyObject *module, PyObject *object)
{
    (void)module;
    Py_INCREF(object);
    return PyLong_FromLong(3);
}

static PyMethodDef methods[] = {
    { "leak", leak, METH_O, "Take one reference too many." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "kinds", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_kinds(void)
{
    return PyModule_Create(&definition);
}
