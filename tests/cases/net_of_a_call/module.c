/*
 * Two calls make wrappers of the same object, and one of them takes a reference
 * more than the wrapper will give back. The other makes three times as many.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD PyObject *inner;
} Wrapper;

static PyTypeObject Wrapper_type;

static void
Wrapper_dealloc(PyObject *self)
{
    Py_XDECREF(((Wrapper *)self)->inner);
    PyObject_Free(self);
}

static PyObject *
Wrapper_again(PyObject *self, PyObject *Py_UNUSED(arguments))
{
    Wrapper *made = PyObject_New(Wrapper, &Wrapper_type);

    if (made == NULL) {
        return NULL;
    }
    made->inner = ((Wrapper *)self)->inner;
    Py_INCREF(made->inner);
    return (PyObject *)made;
}

static PyMethodDef Wrapper_methods[] = {
    { "again", Wrapper_again, METH_NOARGS, "Another one." },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject Wrapper_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "net_of_a_call.Wrapper",
    .tp_basicsize = sizeof(Wrapper),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = Wrapper_dealloc,
    .tp_methods = Wrapper_methods,
};

static PyObject *
wrap(PyObject *Py_UNUSED(module), PyObject *inner)
{
    Wrapper *made = PyObject_New(Wrapper, &Wrapper_type);

    if (made == NULL) {
        return NULL;
    }
    Py_INCREF(inner);
    made->inner = inner;
#ifndef CORRECT
    Py_INCREF(inner);
#endif
    return (PyObject *)made;
}

static PyMethodDef methods[] = {
    { "wrap", wrap, METH_O, "The first one." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "net_of_a_call",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_net_of_a_call(void)
{
    if (PyType_Ready(&Wrapper_type) < 0) {
        return NULL;
    }
    return PyModule_Create(&definition);
}
