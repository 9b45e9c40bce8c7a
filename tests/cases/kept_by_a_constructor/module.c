/*
 * A constructor takes a reference too many to the list that it puts into a new
 * object. The object's tp_dealloc gives one back, before its memory goes, in which
 * the pointer still stands.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD PyObject *filters;
} Keeper;

static PyObject *
keeper_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    Keeper *self = (Keeper *)type->tp_alloc(type, 0);

    if (self == NULL) {
        return NULL;
    }
    self->filters = PyList_New(0);
#ifndef CORRECT
    Py_XINCREF(self->filters);
#endif
    return (PyObject *)self;
}

static void
keeper_dealloc(Keeper *self)
{
    Py_XDECREF(self->filters);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Keeper_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "kept_by_a_constructor.Keeper",
    .tp_basicsize = sizeof(Keeper),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = keeper_new,
    .tp_dealloc = (destructor)keeper_dealloc,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "kept_by_a_constructor",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_kept_by_a_constructor(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&Keeper_Type) < 0) {
        return NULL;
    }
    Py_INCREF(&Keeper_Type);
    PyModule_AddObject(module, "Keeper", (PyObject *)&Keeper_Type);
    return module;
}
