/*
 * A dial keeps a tuple, and when it is turned it puts items of another tuple in
 * the place of those that it has, which it releases: so what stands there is the
 * tuple's. It takes no reference for it.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD PyObject *items; /* a tuple that nobody else has */
} Dial;

static PyObject *
dial_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    Dial *self = (Dial *)type->tp_alloc(type, 0);

    (void)keywords;
    if (self == NULL) {
        return NULL;
    }
    self->items = PyTuple_New(PyTuple_GET_SIZE(arguments));
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(arguments); i++) {
        PyObject *item = PyTuple_GET_ITEM(arguments, i);

        Py_INCREF(item);
        PyTuple_SET_ITEM(self->items, i, item);
    }
    return (PyObject *)self;
}

static void
dial_dealloc(Dial *self)
{
    Py_XDECREF(self->items);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
dial_turn(Dial *self, PyObject *pool)
{
    PyObject *items = self->items;

    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items); i++) {
        PyObject *item = PyTuple_GET_ITEM(pool, i);
        PyObject *old = PyTuple_GET_ITEM(items, i);

#ifdef CORRECT
        Py_INCREF(item);
#endif
        PyTuple_SET_ITEM(items, i, item);
        Py_DECREF(old);
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    { "turn", (PyCFunction)dial_turn, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject Dial_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "yields_when_exchanging.Dial",
    .tp_basicsize = sizeof(Dial),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = dial_new,
    .tp_dealloc = (destructor)dial_dealloc,
    .tp_methods = methods,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "yields_when_exchanging",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_yields_when_exchanging(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&Dial_Type) < 0) {
        return NULL;
    }
    Py_INCREF(&Dial_Type);
    PyModule_AddObject(module, "Dial", (PyObject *)&Dial_Type);
#ifdef __OPTIMIZE__
    PyModule_AddIntConstant(module, "optimized", 1);
#else
    PyModule_AddIntConstant(module, "optimized", 0);
#endif
    return module;
}
