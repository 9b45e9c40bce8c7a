/*
 * tp_init stores what it is given, and forgets what was there before: nothing,
 * unless it is called again, by way of a slot wrapper.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD PyObject *inner;
} Box;

static void
Box_dealloc(PyObject *self)
{
    Py_XDECREF(((Box *)self)->inner);
    Py_TYPE(self)->tp_free(self);
}

static int
Box_init(PyObject *self, PyObject *arguments, PyObject *Py_UNUSED(keywords))
{
    PyObject *inner;

    if (!PyArg_ParseTuple(arguments, "O", &inner)) {
        return -1;
    }
    Py_INCREF(inner);
#ifdef CORRECT
    Py_XDECREF(((Box *)self)->inner);
#endif
    ((Box *)self)->inner = inner;
    return 0;
}

static PyTypeObject Box_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "init_again.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = Box_init,
    .tp_dealloc = Box_dealloc,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "init_again",
};

PyMODINIT_FUNC
PyInit_init_again(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&Box_type) < 0 ||
        PyObject_SetAttrString(module, "Box", (PyObject *)&Box_type) < 0) {
        return NULL;
    }
    return module;
}
