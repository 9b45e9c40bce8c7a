/*
 * Wraps a text into a list. BUG: the list is given the reference of the caller,
 * and releases it. So does same(), which nobody calls: what the code shows is not
 * who of them did it. The interpreter gives back what it took for the call.
 */
#include <Python.h>

static PyObject *
wrap(PyObject *Py_UNUSED(module), PyObject *text)
{
    PyObject *list = PyList_New(1);

    if (list == NULL) {
        return NULL;
    }
#ifdef CORRECT
    Py_INCREF(text);
#endif
    PyList_SetItem(list, 0, text);
    return list;
}

static PyObject *
same(PyObject *Py_UNUSED(module), PyObject *text)
{
#ifdef CORRECT
    Py_INCREF(text);
#endif
    return text;
}

static PyMethodDef methods[] = {
    { "wrap", wrap, METH_O, NULL },
    { "same", same, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wrongly_wrapped",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_wrongly_wrapped(void)
{
    return PyModule_Create(&definition);
}
