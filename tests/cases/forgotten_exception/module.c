/*
 * Calls a function and counts its failures. BUG: on the way where the failure
 * is only counted the exception that PyErr_Fetch gave is forgotten.
 */
#include <Python.h>

static long failures;

static PyObject *
call_quietly(PyObject *Py_UNUSED(module), PyObject *function)
{
    PyObject *type, *value, *traceback;
    PyObject *result = PyObject_CallNoArgs(function);

    if (result != NULL) {
        return result;
    }
    PyErr_Fetch(&type, &value, &traceback);
    if (value == NULL || type == PyExc_MemoryError) {
        PyErr_Restore(type, value, traceback);
        return NULL;
    }
    failures++;
#ifdef CORRECT
    Py_XDECREF(value);
#endif
    Py_XDECREF(type);
    Py_XDECREF(traceback);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    { "call_quietly", call_quietly, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "forgotten_exception",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_forgotten_exception(void)
{
    return PyModule_Create(&definition);
}
