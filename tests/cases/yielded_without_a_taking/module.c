/*
 * A getter returns what its object has, and takes no reference for its caller: it
 * does nothing that could be seen. Its code tells, and that the field is of a type
 * of this module.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD int version;
    PyObject *extensions;
} Context;

static PyObject *
context_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    Context *self = (Context *)type->tp_alloc(type, 0);

    (void)arguments;
    (void)keywords;
    if (self != NULL) {
        self->extensions = PySet_New(NULL);
        if (self->extensions == NULL) {
            Py_DECREF(self);
            return NULL;
        }
    }
    return (PyObject *)self;
}

static void
context_dealloc(Context *self)
{
    Py_XDECREF(self->extensions);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
context_get_extensions(Context *self, void *closure)
{
    (void)closure;
#ifdef CORRECT
    Py_INCREF(self->extensions);
#endif
    return self->extensions;
}

static PyObject *
context_repeat(Context *self, PyObject *times)
{
    long count = PyLong_AsLong(times);
    PyObject *list = PyList_New(0);

    for (long i = 0; list != NULL && i < count; i++) {
        if (PyList_Append(list, self->extensions) < 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

static PyGetSetDef fields[] = {
    { "extensions", (getter)context_get_extensions, NULL, NULL, NULL },
    { NULL, NULL, NULL, NULL, NULL },
};

static PyMethodDef methods[] = {
    { "repeat", (PyCFunction)context_repeat, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject Context_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "yielded_without_a_taking.Context",
    .tp_basicsize = sizeof(Context),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = context_new,
    .tp_dealloc = (destructor)context_dealloc,
    .tp_getset = fields,
    .tp_methods = methods,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "yielded_without_a_taking",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_yielded_without_a_taking(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&Context_Type) < 0) {
        return NULL;
    }
    Py_INCREF(&Context_Type);
    PyModule_AddObject(module, "Context", (PyObject *)&Context_Type);
    return module;
}
