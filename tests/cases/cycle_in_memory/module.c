/*
 * An object with a table in memory of C that holds others. BUG: its tp_traverse
 * does not go through the table, so that a cycle through that is never collected.
 */
#include <Python.h>

struct table {
    size_t used;
    PyObject **rows;
};

struct holder {
    PyObject_HEAD PyObject *name;
    struct table *table;
};

enum { ROWS = 4 };

static struct table *
table_of(PyObject *value)
{
    struct table *table = PyMem_Malloc(sizeof *table);

    if (table != NULL &&
        (table->rows = PyMem_Malloc(ROWS * sizeof *table->rows)) != NULL) {
        table->used = 1;
        Py_INCREF(value);
        table->rows[0] = value;
        return table;
    }
    PyMem_Free(table);
    return NULL;
}

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
    holder->table = table_of(value);
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
    if (holder->table != NULL) {
        for (size_t i = 0; i < holder->table->used; i++) {
            Py_VISIT(holder->table->rows[i]);
        }
    }
#endif
    return 0;
}

static int
holder_clear(PyObject *self)
{
    struct holder *holder = (struct holder *)self;
    struct table *table = holder->table;

    holder->table = NULL;
    Py_CLEAR(holder->name);
    if (table != NULL) {
        for (size_t i = 0; i < table->used; i++) {
            Py_DECREF(table->rows[i]);
        }
        PyMem_Free(table->rows);
        PyMem_Free(table);
    }
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
    .name = "cycle_in_memory.Holder",
    .basicsize = sizeof(struct holder),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "cycle_in_memory",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_cycle_in_memory(void)
{
    PyObject *module = PyModule_Create(&definition);
    PyObject *type = PyType_FromSpec(&spec);

    if (module == NULL || type == NULL ||
        PyModule_AddObject(module, "Holder", type) < 0) {
        return NULL;
    }
    return module;
}
