/*
 * A constructor first puts its arguments where they belong and takes references
 * to what stands there when nothing can fail any more. The one for None, which
 * most pairs have, is forgotten by tp_clear.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

struct pair {
    PyObject_HEAD
    PyObject *first, *second;
};

static PyObject *
pair_new(PyTypeObject *type, PyObject *arguments, PyObject *names)
{
    struct pair *pair;
    PyObject *first, *second;

    if (names != NULL || !PyArg_ParseTuple(arguments, "OO", &first, &second)) {
        return NULL;
    }
    pair = (struct pair *)type->tp_alloc(type, 0);
    if (pair == NULL) {
        return NULL;
    }
    pair->first = first;
    pair->second = second;
    PyErr_Clear(); /* any call: the fields are read again */
    Py_INCREF(pair->first);
    Py_INCREF(pair->second);
    return (PyObject *)pair;
}

static int
pair_traverse(PyObject *self, visitproc visit, void *arg)
{
    struct pair *pair = (struct pair *)self;

    Py_VISIT(pair->first);
    Py_VISIT(pair->second);
    return 0;
}

static int
pair_clear(PyObject *self)
{
    struct pair *pair = (struct pair *)self;

#ifdef CORRECT
    Py_CLEAR(pair->first);
#else
    pair->first = NULL;
#endif
    Py_CLEAR(pair->second);
    return 0;
}

static void
pair_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    pair_clear(self);
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject pair_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "none_before_its_taking.Pair",
    .tp_basicsize = sizeof(struct pair),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = pair_new,
    .tp_traverse = pair_traverse,
    .tp_clear = pair_clear,
    .tp_dealloc = pair_dealloc,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "none_before_its_taking",
};

PyMODINIT_FUNC
PyInit_none_before_its_taking(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&pair_type) < 0) {
        return NULL;
    }
    Py_INCREF(&pair_type);
    if (PyModule_AddObject(module, "Pair", (PyObject *)&pair_type) < 0) {
        return NULL;
    }
    return module;
}
