/*
 * A gate that is entered by a with statement. BUG: __enter__() returns the gate
 * without a reference for its caller.
 */
#include <Python.h>

struct gate {
    PyObject_HEAD PyObject *last;
};

static PyObject *
gate_enter(PyObject *gate, PyObject *Py_UNUSED(nothing))
{
    return gate;
}

static PyObject *
gate_pass_by(PyObject *gate, PyObject *Py_UNUSED(nothing))
{
    Py_INCREF(gate);
    return gate;
}

static PyObject *
gate_count(PyObject *self, PyObject *number)
{
    struct gate *gate = (struct gate *)self;

    Py_INCREF(number);
    Py_XSETREF(gate->last, number);
    Py_RETURN_NONE;
}

static int
gate_traverse(PyObject *gate, visitproc visit, void *arg)
{
    Py_VISIT(((struct gate *)gate)->last);
    return 0;
}

static int
gate_clear(PyObject *gate)
{
    Py_CLEAR(((struct gate *)gate)->last);
    return 0;
}

static void
gate_dealloc(PyObject *gate)
{
    PyObject_GC_UnTrack(gate);
    gate_clear(gate);
    Py_TYPE(gate)->tp_free(gate);
}

static PyMethodDef gate_methods[] = {
    { "__enter__", gate_enter, METH_NOARGS, NULL },
    { "pass_by", gate_pass_by, METH_NOARGS, NULL },
    { "count", gate_count, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject gate_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "wrongly_welcomed.Gate",
    .tp_basicsize = sizeof(struct gate),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = gate_dealloc,
    .tp_traverse = gate_traverse,
    .tp_clear = gate_clear,
    .tp_methods = gate_methods,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wrongly_welcomed",
};

PyMODINIT_FUNC
PyInit_wrongly_welcomed(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&gate_type) < 0) {
        return NULL;
    }
    Py_INCREF(&gate_type);
    PyModule_AddObject(module, "Gate", (PyObject *)&gate_type);
    return module;
}
