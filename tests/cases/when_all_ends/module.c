/*
 * tp_clear forgets what one of two fields holds. All objects live until the
 * program has ended, and nothing is lost before the interpreter lets go of them.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

struct node {
    PyObject_HEAD PyObject *above;
    PyObject *below;
};

static int
node_traverse(struct node *self, visitproc visit, void *arg)
{
    Py_VISIT(self->above);
    Py_VISIT(self->below);
    return 0;
}

static int
node_clear(struct node *self)
{
#ifdef CORRECT
    Py_CLEAR(self->above);
#else
    self->above = NULL;
#endif
    Py_CLEAR(self->below);
    return 0;
}

static void
node_dealloc(struct node *self)
{
    PyObject_GC_UnTrack(self);
    node_clear(self);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *
node_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(names))
{
    PyObject *above, *below;
    struct node *self;

    if (!PyArg_ParseTuple(args, "OO:Node", &above, &below)) {
        return NULL;
    }
    self = (struct node *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(above);
        self->above = above;
        Py_INCREF(below);
        self->below = below;
    }
    return (PyObject *)self;
}

static PyTypeObject node_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "when_all_ends.Node",
    .tp_basicsize = sizeof(struct node),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_new = node_new,
    .tp_dealloc = (destructor)node_dealloc,
    .tp_traverse = (traverseproc)node_traverse,
    .tp_clear = (inquiry)node_clear,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "when_all_ends",
};

PyMODINIT_FUNC
PyInit_when_all_ends(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&node_type) < 0) {
        return NULL;
    }
    Py_INCREF(&node_type);
    PyModule_AddObject(module, "Node", (PyObject *)&node_type);
    return module;
}
