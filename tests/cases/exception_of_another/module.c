/*
 * Calls a function and says of its exception what it was. The exceptions come
 * out of an extension module of others. BUG: the exception that PyErr_Fetch gave
 * is forgotten when its text was made.
 */
#include <Python.h>

static PyObject *
why_not(PyObject *Py_UNUSED(module), PyObject *function)
{
    PyObject *type, *value, *traceback, *text;
    PyObject *result = PyObject_CallNoArgs(function);

    if (result != NULL) {
        return result;
    }
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    text = PyObject_Str(value);
#ifdef CORRECT
    Py_XDECREF(value);
#endif
    Py_XDECREF(type);
    Py_XDECREF(traceback);
    return text;
}

static PyMethodDef methods[] = {
    { "why_not", why_not, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "exception_of_another",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_exception_of_another(void)
{
    return PyModule_Create(&definition);
}
