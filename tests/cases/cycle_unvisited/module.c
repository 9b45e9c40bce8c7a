/*
 * An object that holds two others. BUG: its tp_traverse leaves out the second,
 * so that a cycle through that is never collected.
 */
#include <Python.h>

struct holder {
    PyObject_HEAD PyObject *name, *value;
};

static PyObject *
holder_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *value;
    struct holder *holder;

    (void)keywords;
    if (!PyArg_ParseTuple(args, "O", &value) ||
        (holder = (struct holder *)type->tp_alloc(type, 0)) == NULL) {
        return NULL;
    }
    Py_INCREF(value);
    holder->value = value;
    holder->name = PyList_New(0);
    return (PyObject *)holder;
}

static int
holder_traverse(PyObject *self, visitproc visit, void *arg)
{
    struct holder *holder = (struct holder *)self;

    Py_VISIT(Py_TYPE(self));
    Py_VISIT(holder->name);
#ifdef CORRECT
    Py_VISIT(holder->value);
#endif
    return 0;
}

static int
holder_clear(PyObject *self)
{
    struct holder *holder = (struct holder *)self;

    Py_CLEAR(holder->name);
    Py_CLEAR(holder->value);
    return 0;
}

static void
holder_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    holder_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    { Py_tp_new, holder_new },
    { Py_tp_traverse, holder_traverse },
    { Py_tp_clear, holder_clear },
    { Py_tp_dealloc, holder_dealloc },
    { 0, NULL },
};

static PyType_Spec spec = {
    .name = "cycle_unvisited.Holder",
    .basicsize = sizeof(struct holder),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "cycle_unvisited",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_cycle_unvisited(void)
{
    PyObject *module = PyModule_Create(&definition);
    PyObject *type = PyType_FromSpec(&spec);

    if (module == NULL || type == NULL ||
        PyModule_AddObject(module, "Holder", type) < 0) {
        return NULL;
    }
    return module;
}
