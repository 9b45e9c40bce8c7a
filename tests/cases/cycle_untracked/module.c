/*
 * An object that holds another one, and says so in its tp_traverse. BUG: nobody
 * tells the collector that the object is there.
 */
#include <Python.h>

struct holder {
    PyObject_HEAD PyObject *value;
};

static PyTypeObject *holder_type;

static PyObject *
make_holder(PyObject *module, PyObject *value)
{
    struct holder *holder = PyObject_GC_New(struct holder, holder_type);

    (void)module;
    if (holder != NULL) {
        Py_INCREF(value);
        holder->value = value;
#ifdef CORRECT
        PyObject_GC_Track(holder);
#endif
    }
    return (PyObject *)holder;
}

static int
holder_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((struct holder *)self)->value);
    return 0;
}

static int
holder_clear(PyObject *self)
{
    Py_CLEAR(((struct holder *)self)->value);
    return 0;
}

static void
holder_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    holder_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    { Py_tp_traverse, holder_traverse },
    { Py_tp_clear, holder_clear },
    { Py_tp_dealloc, holder_dealloc },
    { 0, NULL },
};

static PyType_Spec spec = {
    .name = "cycle_untracked.Holder",
    .basicsize = sizeof(struct holder),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};

static PyMethodDef functions[] = {
    { "Holder", make_holder, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "cycle_untracked",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_cycle_untracked(void)
{
    PyObject *module = PyModule_Create(&definition);

    holder_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return holder_type != NULL ? module : NULL;
}
