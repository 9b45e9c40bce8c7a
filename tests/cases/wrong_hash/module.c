/* A tp_hash that keeps its object, and returns what looks like no address. */
#include <Python.h>

struct thing {
    PyObject_HEAD
};

static Py_hash_t
thing_hash(PyObject *self)
{
#ifndef CORRECT
    Py_INCREF(self);
#endif
    return (Py_hash_t)0x4acd510035752820;
}

static PyTypeObject thing_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "wrong_hash.Thing",
    .tp_basicsize = sizeof(struct thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_hash = thing_hash,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wrong_hash",
};

PyMODINIT_FUNC
PyInit_wrong_hash(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&thing_type) < 0) {
        return NULL;
    }
    Py_INCREF(&thing_type);
    PyModule_AddObject(module, "Thing", (PyObject *)&thing_type);
    return module;
}
