/*
 * Holders are made with None in their field, which they release as they die, and
 * do not take a reference to it: the program ends by it, as there is no None any
 * more.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

struct holder {
    PyObject_HEAD
    PyObject *held;
};

static PyObject *
holder_new(PyTypeObject *type, PyObject *Py_UNUSED(arguments),
           PyObject *Py_UNUSED(named))
{
    struct holder *holder = (struct holder *)type->tp_alloc(type, 0);

    if (holder != NULL) {
#ifdef CORRECT
        Py_INCREF(Py_None);
#endif
        holder->held = Py_None;
    }
    return (PyObject *)holder;
}

static void
holder_dealloc(PyObject *self)
{
    Py_CLEAR(((struct holder *)self)->held);
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject holder_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "none_in_a_field.Holder",
    .tp_basicsize = sizeof(struct holder),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = holder_new,
    .tp_dealloc = holder_dealloc,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "none_in_a_field",
};

PyMODINIT_FUNC
PyInit_none_in_a_field(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module != NULL &&
        (PyType_Ready(&holder_type) < 0 ||
         PyModule_AddObject(module, "Holder",
                            (PyObject *)&holder_type) < 0)) {
        Py_CLEAR(module);
    }
    return module;
}
