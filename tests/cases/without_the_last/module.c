/* tp_dealloc gives back all items of an object of variable size but the last. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stddef.h>

struct row {
    PyObject_VAR_HEAD PyObject *items[1];
};

#ifdef CORRECT
enum { LEFT_OUT = 0 };
#else
enum { LEFT_OUT = 1 };
#endif

static void
row_dealloc(struct row *self)
{
    for (Py_ssize_t i = 0; i < Py_SIZE(self) - LEFT_OUT; i++) {
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

static PyTypeObject row_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "without_the_last.Row",
    .tp_basicsize = offsetof(struct row, items),
    .tp_itemsize = sizeof(PyObject *),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = row_new,
    .tp_dealloc = (destructor)row_dealloc,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "without_the_last",
};

PyMODINIT_FUNC
PyInit_without_the_last(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&row_type) < 0) {
        return NULL;
    }
    Py_INCREF(&row_type);
    PyModule_AddObject(module, "Row", (PyObject *)&row_type);
    return module;
}
