/*
 * A label whose thing the collector may clear. BUG: its tp_dealloc, which does
 * not call tp_clear, leaves the thing out; tp_clear is as it should be.
 */
#include <Python.h>

struct label {
    PyObject_HEAD PyObject *thing;
};

static int
label_traverse(PyObject *object, visitproc visit, void *arg)
{
    struct label *self = (struct label *)object;

    Py_VISIT(self->thing);
    return 0;
}

static int
label_clear(PyObject *object)
{
    struct label *self = (struct label *)object;

    Py_CLEAR(self->thing);
    return 0;
}

static void
label_dealloc(PyObject *object)
{
#ifdef CORRECT
    struct label *self = (struct label *)object;
#endif

    PyObject_GC_UnTrack(object);
#ifdef CORRECT
    Py_XDECREF(self->thing);
#endif
    PyObject_GC_Del(object);
}

static PyTypeObject label_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "forgotten_at_death.label",
    .tp_basicsize = sizeof(struct label),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = label_traverse,
    .tp_clear = label_clear,
    .tp_dealloc = label_dealloc,
};

static PyObject *
make_label(PyObject *Py_UNUSED(module), PyObject *thing)
{
    struct label *self = PyObject_GC_New(struct label, &label_type);

    if (self != NULL) {
        Py_INCREF(thing);
        self->thing = thing;
        PyObject_GC_Track(self);
    }
    return (PyObject *)self;
}

static PyMethodDef functions[] = {
    { "make_label", make_label, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "forgotten_at_death",
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_forgotten_at_death(void)
{
    return PyType_Ready(&label_type) < 0 ? NULL : PyModule_Create(&definition);
}
