/*
 * A type to derive from, whose objects hold another one. BUG: it has no
 * tp_traverse. What is derived from it has that of all classes of Python, which
 * knows nothing of this field.
 */
#include <Python.h>

struct row {
    PyObject_HEAD PyObject *values;
};

static PyObject *
row_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *values;
    struct row *row;

    (void)keywords;
    if (!PyArg_ParseTuple(args, "O", &values) ||
        (row = (struct row *)type->tp_alloc(type, 0)) == NULL) {
        return NULL;
    }
    Py_INCREF(values);
    row->values = values;
    return (PyObject *)row;
}

#ifdef CORRECT
static int
row_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((struct row *)self)->values);
    return 0;
}

static int
row_clear(PyObject *self)
{
    Py_CLEAR(((struct row *)self)->values);
    return 0;
}
#endif

static void
row_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);

#ifdef CORRECT
    PyObject_GC_UnTrack(self);
#endif
    Py_CLEAR(((struct row *)self)->values);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    { Py_tp_new, row_new },
#ifdef CORRECT
    { Py_tp_traverse, row_traverse }, { Py_tp_clear, row_clear },
#endif
    { Py_tp_dealloc, row_dealloc },   { 0, NULL },
};

static PyType_Spec spec = {
    .name = "wrong_parent.BaseRow",
    .basicsize = sizeof(struct row),
#ifdef CORRECT
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
#else
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
#endif
    .slots = slots,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wrong_parent",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_wrong_parent(void)
{
    PyObject *module = PyModule_Create(&definition);
    PyObject *type = PyType_FromSpec(&spec);

    if (module == NULL || type == NULL ||
        PyModule_AddObject(module, "BaseRow", type) < 0) {
        return NULL;
    }
    return module;
}
