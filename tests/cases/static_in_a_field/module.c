/*
 * A letter, which lies in static data, is in a field of what dies, and is given
 * back. BUG: somebody else takes two references too many to it.
 */
#include <Python.h>

struct label {
    PyObject_HEAD PyObject *letter;
};

static void
label_dealloc(PyObject *object)
{
    struct label *self = (struct label *)object;

    Py_XDECREF(self->letter);
    PyObject_Free(object);
}

static PyTypeObject label_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "static_in_a_field.label",
    .tp_basicsize = sizeof(struct label),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = label_dealloc,
};

static PyObject *
make_label(PyObject *Py_UNUSED(module), PyObject *letter)
{
    struct label *self = PyObject_New(struct label, &label_type);

    if (self != NULL) {
        Py_INCREF(letter);
        self->letter = letter;
    }
    return (PyObject *)self;
}

static PyObject *
is_known(PyObject *Py_UNUSED(module), PyObject *one)
{
    int known = PyUnicode_Check(one);

#ifndef CORRECT
    Py_INCREF(one);
    Py_INCREF(one);
#endif
    return PyFloat_FromDouble(known + .5);
}

static PyMethodDef functions[] = {
    { "make_label", make_label, METH_O, NULL },
    { "is_known", is_known, METH_O, "Whether it is a text." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "static_in_a_field",
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_static_in_a_field(void)
{
    return PyType_Ready(&label_type) < 0 ? NULL : PyModule_Create(&definition);
}
