/*
 * A function puts what it only borrowed into a field. What the field held is
 * released where it is overwritten, as it should be: that place, and who fills the
 * field otherwise, are right.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *first, *value;
} Slot;

/* Both fill the field, and release what was there. */
static PyObject *
slot_fill(PyObject *self, PyObject *value)
{
    Slot *slot = (Slot *)self;
    PyObject *old = slot->value;

#ifdef CORRECT
    Py_INCREF(value);
#endif
    slot->value = value;
    Py_XDECREF(old);
    return PyLong_FromLong(1);
}

static PyObject *
slot_replace(PyObject *self, PyObject *value)
{
    Slot *slot = (Slot *)self;
    PyObject *old = slot->value;

    Py_INCREF(value);
    slot->value = value;
    Py_XDECREF(old);
    return PyLong_FromLong(2);
}

static void
slot_dealloc(PyObject *self)
{
    Py_XDECREF(((Slot *)self)->first);
    Py_XDECREF(((Slot *)self)->value);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef slot_methods[] = {
    { "fill", slot_fill, METH_O, "Keeps it, without a reference." },
    { "replace", slot_replace, METH_O, "Keeps it." },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject slot_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "loan_in_a_field.Slot",
    .tp_basicsize = sizeof(Slot),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = slot_dealloc,
    .tp_methods = slot_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "loan_in_a_field",
};

PyMODINIT_FUNC
PyInit_loan_in_a_field(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&slot_type) < 0) {
        return NULL;
    }
    Py_INCREF(&slot_type);
    PyModule_AddObject(module, "Slot", (PyObject *)&slot_type);
    return module;
}
