/* An item is replaced by its index, and the one before it is not given back. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stddef.h>

struct row {
    PyObject_VAR_HEAD PyObject *items[1];
};

static void
row_dealloc(struct row *self)
{
    for (Py_ssize_t i = 0; i < Py_SIZE(self); i++) {
        Py_DECREF(self->items[i]);
    }
    Py_TYPE(self)->tp_free(self);
}

static PyObject *
row_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(names))
{
    Py_ssize_t count = PyTuple_Size(args);
    struct row *self = (struct row *)type->tp_alloc(type, count);

    for (Py_ssize_t i = 0; self != NULL && i < count; i++) {
        PyObject *item = PyTuple_GetItem(args, i);

        Py_INCREF(item);
        self->items[i] = item;
    }
    return (PyObject *)self;
}

static int
row_assign(struct row *self, Py_ssize_t index, PyObject *value)
{
    PyObject *before;

    if (index < 0 || index >= Py_SIZE(self) || value == NULL) {
        PyErr_SetString(PyExc_IndexError, "there is no such item");
        return -1;
    }
    before = self->items[index];
    Py_INCREF(value);
    self->items[index] = value;
#ifdef CORRECT
    Py_DECREF(before);
#else
    (void)before;
#endif
    return 0;
}

static PySequenceMethods row_items = {
    .sq_ass_item = (ssizeobjargproc)row_assign,
};

static PyTypeObject row_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "written_over.Row",
    .tp_basicsize = offsetof(struct row, items),
    .tp_itemsize = sizeof(PyObject *),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = row_new,
    .tp_dealloc = (destructor)row_dealloc,
    .tp_as_sequence = &row_items,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "written_over",
};

PyMODINIT_FUNC
PyInit_written_over(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&row_type) < 0) {
        return NULL;
    }
    Py_INCREF(&row_type);
    PyModule_AddObject(module, "Row", (PyObject *)&row_type);
    return module;
}
