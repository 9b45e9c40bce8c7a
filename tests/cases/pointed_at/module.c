/*
 * Labels that point at a thing and own no reference to it: who makes one must
 * keep the thing. BUG: measure() overwrites the latest things, and releases
 * none of them.
 */
#include <Python.h>

struct label {
    PyObject_HEAD PyObject *text;
    PyObject *thing; /* borrowed */
};

static void
label_dealloc(PyObject *object)
{
    struct label *self = (struct label *)object;

    Py_XDECREF(self->text);
    PyObject_Free(object);
}

static PyTypeObject label_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "pointed_at.label",
    .tp_basicsize = sizeof(struct label),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = label_dealloc,
};

static PyObject *
make_label(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *text, *thing;
    struct label *self;

    if (!PyArg_ParseTuple(arguments, "OO", &text, &thing)) {
        return NULL;
    }
    self = PyObject_New(struct label, &label_type);
    if (self != NULL) {
        Py_INCREF(text);
        self->text = text;
        self->thing = thing;
    }
    return (PyObject *)self;
}

static PyObject *latest[4];
static unsigned measured;

static PyObject *
measure(PyObject *Py_UNUSED(module), PyObject *thing)
{
    PyObject **place = &latest[measured++ % 4];
    Py_ssize_t size = PyObject_Length(thing);

#ifdef CORRECT
    Py_XDECREF(*place);
#endif
    Py_INCREF(thing);
    *place = thing;
    return size < 0 ? NULL : PyLong_FromSsize_t(size);
}

static PyMethodDef functions[] = {
    { "make_label", make_label, METH_VARARGS, NULL },
    { "measure", measure, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pointed_at",
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_pointed_at(void)
{
    return PyType_Ready(&label_type) < 0 ? NULL : PyModule_Create(&definition);
}
