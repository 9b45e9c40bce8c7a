/*
 * A reader looks up what it is to call, and has a helper put it into its fields.
 * BUG: when it is begun anew, one of these is only set to NULL.
 */
#include <Python.h>

struct reader {
    PyObject_HEAD PyObject *read;
    PyObject *peek;
};

/* 1, or 0 where the object has no such attribute, or -1. */
static __attribute__((noinline)) int
look_up(PyObject *object, const char *name, PyObject **found)
{
    *found = PyObject_GetAttrString(object, name);
    if (*found != NULL) {
        return 1;
    }
    if (PyErr_ExceptionMatches(PyExc_AttributeError)) {
        PyErr_Clear();
        return 0;
    }
    return -1;
}

static int
reader_clear(PyObject *object)
{
    struct reader *self = (struct reader *)object;

    Py_CLEAR(self->read);
#ifdef CORRECT
    Py_CLEAR(self->peek);
#else
    self->peek = NULL;
#endif
    return 0;
}

static __attribute__((noinline)) int
set_source(struct reader *self, PyObject *source)
{
    return look_up(source, "peek", &self->peek) < 0 ||
                   look_up(source, "read", &self->read) < 0
               ? -1
               : 0;
}

static int
reader_init(PyObject *object, PyObject *arguments, PyObject *Py_UNUSED(named))
{
    PyObject *source;

    if (!PyArg_ParseTuple(arguments, "O", &source)) {
        return -1;
    }
    reader_clear(object);
    return set_source((struct reader *)object, source);
}

static int
reader_traverse(PyObject *object, visitproc visit, void *arg)
{
    struct reader *self = (struct reader *)object;

    Py_VISIT(self->read);
    Py_VISIT(self->peek);
    return 0;
}

static void
reader_dealloc(PyObject *object)
{
    struct reader *self = (struct reader *)object;

    PyObject_GC_UnTrack(object);
    Py_XDECREF(self->read);
    Py_XDECREF(self->peek);
    PyObject_GC_Del(object);
}

static PyTypeObject reader_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "cleared_after_filling.reader",
    .tp_basicsize = sizeof(struct reader),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = PyType_GenericNew,
    .tp_init = reader_init,
    .tp_traverse = reader_traverse,
    .tp_clear = reader_clear,
    .tp_dealloc = reader_dealloc,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "cleared_after_filling",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_cleared_after_filling(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&reader_type) < 0) {
        return NULL;
    }
    Py_INCREF(&reader_type);
    PyModule_AddObject(module, "reader", (PyObject *)&reader_type);
    return module;
}
