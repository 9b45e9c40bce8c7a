/*
 * Calls a function and counts its failures. BUG: of an exception it forgets all
 * three: the value, its traceback, and the type, of which there is but one.
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
    failures++;
#ifdef CORRECT
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
#endif
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    { "call_quietly", call_quietly, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "exception_lost_whole",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_exception_lost_whole(void)
{
    return PyModule_Create(&definition);
}
