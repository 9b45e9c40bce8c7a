/*
 * A label on a thing, which the collector is not shown. BUG: its tp_dealloc
 * releases the text, and not the thing, which lives longer than any label.
 */
#include <Python.h>

struct label {
    PyObject_HEAD PyObject *text;
    PyObject *thing;
};

static void
label_dealloc(PyObject *object)
{
    struct label *self = (struct label *)object;

    Py_XDECREF(self->text);
#ifdef CORRECT
    Py_XDECREF(self->thing);
#endif
    PyObject_Free(object);
}

static PyTypeObject label_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "forgotten_lasting.label",
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
        Py_INCREF(thing);
        self->thing = thing;
    }
    return (PyObject *)self;
}

static PyMethodDef functions[] = {
    { "make_label", make_label, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "forgotten_lasting",
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_forgotten_lasting(void)
{
    return PyType_Ready(&label_type) < 0 ? NULL : PyModule_Create(&definition);
}
