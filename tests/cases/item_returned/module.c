/*
 * A function returns an item of a tuple that it did not take. Another one steals
 * what it is given, at an index that it counts: that index is no object.
 */
#ifndef __clang__ /* whose code without optimization is understood */
#pragma GCC optimize("O1")
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Without optimization a count of 32 bits goes through the stack, which is not
 * understood. */
#if defined(__clang__) && !defined(__OPTIMIZE__) && PY_VERSION_HEX >= 0x030c0000
#define TAKE Py_IncRef
#else
#define TAKE Py_INCREF
#endif

typedef struct {
    PyObject_HEAD PyObject *list;
    Py_ssize_t index;
} Row;

static PyObject *
row_put(PyObject *self, PyObject *value)
{
    Row *row = (Row *)self;

    if (row->list == NULL) {
        row->list = PyList_New(1000);
    }
    if (row->list == NULL) {
        return NULL;
    }
    TAKE(value);
    if (PyList_SetItem(row->list, row->index, value) < 0) {
        return NULL;
    }
    row->index++;
    Py_RETURN_NONE;
}

static PyObject *
row_item(PyObject *self, PyObject *items)
{
    Row *row = (Row *)self;
    Py_ssize_t number = row->index % PyTuple_GET_SIZE(items);
    PyObject *item = PyTuple_GET_ITEM(items, number);

#ifdef CORRECT
    Py_INCREF(item);
#endif
    return item;
}

static void
row_dealloc(PyObject *self)
{
    Py_XDECREF(((Row *)self)->list);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef row_methods[] = {
    { "put", row_put, METH_O, "Keeps it behind the others." },
    { "item", row_item, METH_O, "One of a tuple." },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject row_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "item_returned.Row",
    .tp_basicsize = sizeof(Row),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = row_dealloc,
    .tp_methods = row_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "item_returned",
};

PyMODINIT_FUNC
PyInit_item_returned(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&row_type) < 0) {
        return NULL;
    }
    Py_INCREF(&row_type);
    PyModule_AddObject(module, "Row", (PyObject *)&row_type);
    return module;
}
