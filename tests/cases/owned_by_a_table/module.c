/*
 * A table of what is connected, which the program keeps for as long as it runs:
 * each entry owns a slot, and beside it names the signal that the slot is of. The
 * signal knows its slot, and what the slot calls refers back to the signal: they
 * own each other, and the table owns them, as is meant. Nothing is to be told of.
 */
#include <Python.h>
#include <stdlib.h>

struct slot {
    long called;
    PyObject **callback;
};

struct signal {
    PyObject_HEAD struct slot *slot; /* the table's */
};

struct entry {
    struct entry *next;
    struct slot *slot;
    PyObject *signal; /* borrowed: the slot's callback has it */
};

static struct entry *table;

static PyObject *
signal_connect(PyObject *self, PyObject *callback)
{
    struct signal *signal = (struct signal *)self;
    struct entry *entry = malloc(sizeof *entry);

    signal->slot = calloc(1, sizeof *signal->slot);
    signal->slot->callback = calloc(1, sizeof(PyObject *));
    Py_INCREF(callback);
    *signal->slot->callback = callback;
    *entry = (struct entry){ table, signal->slot, self };
    table = entry;
    Py_RETURN_NONE;
}

static void
signal_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);

    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {
    { "connect", signal_connect, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static PyType_Slot slots[] = {
    { Py_tp_methods, methods },
    { Py_tp_new, PyType_GenericNew },
    { Py_tp_dealloc, signal_dealloc },
    { 0, NULL },
};

static PyType_Spec spec = {
    .name = "owned_by_a_table.Signal",
    .basicsize = sizeof(struct signal),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "owned_by_a_table",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_owned_by_a_table(void)
{
    PyObject *module = PyModule_Create(&definition);
    PyObject *type = PyType_FromSpec(&spec);

    if (module == NULL || type == NULL ||
        PyModule_AddObject(module, "Signal", type) < 0) {
        return NULL;
    }
    return module;
}
