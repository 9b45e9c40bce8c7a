/* A setter that takes the new value and forgets the old one. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

struct box {
    PyObject_HEAD PyObject *value;
};

static int
box_store(struct box *box, PyObject *value)
{
#ifdef CORRECT
    PyObject *old = box->value;
#endif
    Py_INCREF(value);
    box->value = value;
#ifdef CORRECT
    Py_XDECREF(old);
#endif
    return 0;
}

static PyObject *
box_set(PyObject *self, PyObject *value)
{
    if (box_store((struct box *)self, value) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
box_read(PyObject *self, PyObject *Py_UNUSED(none))
{
    PyObject *value = ((struct box *)self)->value;
    if (value == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(value);
    return value;
}

static void
box_dealloc(PyObject *self)
{
    Py_XDECREF(((struct box *)self)->value);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef box_methods[] = {
    { "set", box_set, METH_O, "Keep this value." },
    { "read", box_read, METH_NOARGS, "The value kept." },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject box_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "attribute_overwritten.Box",
    .tp_basicsize = sizeof(struct box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = box_dealloc,
    .tp_methods = box_methods,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "attribute_overwritten",
};

PyMODINIT_FUNC
PyInit_attribute_overwritten(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL || PyType_Ready(&box_type) < 0) {
        return NULL;
    }
    Py_INCREF(&box_type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&box_type) < 0) {
        return NULL;
    }
    return module;
}
