/* Gives back a reference to an item of a list that it only borrowed. The type has
   nothing to do with the collector. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD double at;
} Point;

static PyTypeObject Point_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "yet_owned_by_lists.Point",
    .tp_basicsize = sizeof(Point),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
first_at(PyObject *module, PyObject *list)
{
    PyObject *point = PyList_GetItem(list, 0);
    double at;

    (void)module;
    if (point == NULL) {
        return NULL;
    }
    at = ((Point *)point)->at;
#ifndef CORRECT
    Py_DECREF(point);
#endif
    return PyFloat_FromDouble(at);
}

static PyMethodDef methods[] = {
    { "first_at", first_at, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "yet_owned_by_lists",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_yet_owned_by_lists(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&Point_Type) < 0) {
        return NULL;
    }
    Py_INCREF(&Point_Type);
    PyModule_AddObject(module, "Point", (PyObject *)&Point_Type);
    return module;
}
