/*
 * A function returns one of two types from a table, and takes no reference for its
 * caller. Nobody owns a type in static data but who points at it: what it has less
 * is told of like that of any other object there.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyTypeObject Whole_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "yields_the_type.Whole",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Part_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "yields_the_type.Part",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
reading_kind(PyObject *module, PyObject *number)
{
    static PyObject *kinds[] = { (PyObject *)&Whole_Type,
                                 (PyObject *)&Part_Type };
    long index = PyLong_AsLong(number);

    (void)module;
    if (index < 0 || index > 1) {
        PyErr_SetString(PyExc_IndexError, "there are two kinds");
        return NULL;
    }
#ifdef CORRECT
    Py_INCREF(kinds[index]);
#endif
    return kinds[index];
}

static PyMethodDef methods[] = {
    { "kind", reading_kind, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "yields_the_type",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_yields_the_type(void)
{
    PyObject *module;

    if (PyType_Ready(&Whole_Type) < 0 || PyType_Ready(&Part_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module != NULL) {
        Py_INCREF(&Whole_Type);
        PyModule_AddObject(module, "Whole", (PyObject *)&Whole_Type);
        Py_INCREF(&Part_Type);
        PyModule_AddObject(module, "Part", (PyObject *)&Part_Type);
    }
    return module;
}
