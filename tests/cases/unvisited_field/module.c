/*
 * tp_traverse and tp_clear know one field of two. tp_dealloc leaves all of it to
 * tp_clear, where the other is missing: what it holds may be in a cycle. The
 * interpreter disposes of objects of a derived class, and calls these.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

struct pair {
    PyObject_HEAD PyObject *key;
    PyObject *values;
};

static int
pair_traverse(struct pair *self, visitproc visit, void *arg)
{
    Py_VISIT(self->key);
#ifdef CORRECT
    Py_VISIT(self->values);
#endif
    return 0;
}

static int
pair_clear(struct pair *self)
{
    Py_CLEAR(self->key);
#ifdef CORRECT
    Py_CLEAR(self->values);
#endif
    return 0;
}

static void
pair_dealloc(struct pair *self)
{
    PyObject_GC_UnTrack(self);
    pair_clear(self);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *
pair_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(names))
{
    PyObject *key, *values;
    struct pair *self;

    if (!PyArg_ParseTuple(args, "OO!:Pair", &key, &PyTuple_Type, &values)) {
        return NULL;
    }
    self = (struct pair *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(key);
        self->key = key;
        Py_INCREF(values);
        self->values = values;
    }
    return (PyObject *)self;
}

static PyTypeObject pair_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "unvisited_field.Pair",
    .tp_basicsize = sizeof(struct pair),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_new = pair_new,
    .tp_dealloc = (destructor)pair_dealloc,
    .tp_traverse = (traverseproc)pair_traverse,
    .tp_clear = (inquiry)pair_clear,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "unvisited_field",
};

PyMODINIT_FUNC
PyInit_unvisited_field(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&pair_type) < 0) {
        return NULL;
    }
    Py_INCREF(&pair_type);
    PyModule_AddObject(module, "Pair", (PyObject *)&pair_type);
    return module;
}
