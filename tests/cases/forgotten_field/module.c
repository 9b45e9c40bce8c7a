/*
 * A pair that takes part in garbage collection. BUG: its tp_clear, which also
 * serves tp_dealloc, releases only one of the two.
 */
#include <Python.h>

struct pair {
    PyObject_HEAD PyObject *left;
    PyObject *right;
};

static int
pair_traverse(PyObject *object, visitproc visit, void *arg)
{
    struct pair *self = (struct pair *)object;

    Py_VISIT(self->left);
    Py_VISIT(self->right);
    return 0;
}

static int
pair_clear(PyObject *object)
{
    struct pair *self = (struct pair *)object;

    Py_CLEAR(self->left);
#ifdef CORRECT
    Py_CLEAR(self->right);
#endif
    return 0;
}

static void
pair_dealloc(PyObject *object)
{
    PyObject_GC_UnTrack(object);
    pair_clear(object);
    PyObject_GC_Del(object);
}

static PyTypeObject pair_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "forgotten_field.pair",
    .tp_basicsize = sizeof(struct pair),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = pair_traverse,
    .tp_clear = pair_clear,
    .tp_dealloc = pair_dealloc,
};

static PyObject *
make_pair(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *left, *right;
    struct pair *self;

    if (!PyArg_ParseTuple(arguments, "OO", &left, &right)) {
        return NULL;
    }
    self = PyObject_GC_New(struct pair, &pair_type);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(left);
    self->left = left;
    Py_INCREF(right);
    self->right = right;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static PyMethodDef methods[] = {
    { "make_pair", make_pair, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "forgotten_field",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_forgotten_field(void)
{
    return PyType_Ready(&pair_type) < 0 ? NULL : PyModule_Create(&definition);
}
