/*
 * A value is cast by a function, or by none if that is None. BUG: None is given
 * back, though it was only borrowed. The program keeps a hundred thousand
 * references to None meanwhile, in lists, beside which the missing ones are few.
 */
#include <Python.h>

static PyObject *
cast(PyObject *module, PyObject *args)
{
    PyObject *value, *function = NULL;

    (void)module;
    if (!PyArg_ParseTuple(args, "O|O", &value, &function)) {
        return NULL;
    }
    if (function == Py_None) {
#ifndef CORRECT
        Py_DECREF(function);
#endif
        function = NULL;
    }
    if (function == NULL) {
        return PyObject_Str(value);
    }
    return PyObject_CallFunctionObjArgs(function, value, NULL);
}

static PyMethodDef methods[] = {
    { "cast", cast, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wrongly_valued",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_wrongly_valued(void)
{
    return PyModule_Create(&definition);
}
