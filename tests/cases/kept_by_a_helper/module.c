/*
 * A reader makes what it is to call, and leaves it to helpers to put it into its
 * fields. BUG: when it is begun anew, one of these is only set to NULL.
 */
#include <Python.h>

struct reader {
    PyObject_HEAD PyObject *read;
    PyObject *peek;
};

/* Each keeps the reference that it is given. */
static __attribute__((noinline)) void
set_read(struct reader *self, PyObject *read)
{
    self->read = read;
}

static __attribute__((noinline)) void
set_peek(struct reader *self, PyObject *peek)
{
    self->peek = peek;
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
    PyObject *method = PyObject_GetAttrString(source, "peek");

    if (method == NULL) {
        return -1;
    }
    set_peek(self, method);
    method = PyObject_GetAttrString(source, "read");
    if (method == NULL) {
        return -1;
    }
    set_read(self, method);
    return 0;
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
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "kept_by_a_helper.reader",
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
    .m_name = "kept_by_a_helper",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_kept_by_a_helper(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&reader_type) < 0) {
        return NULL;
    }
    Py_INCREF(&reader_type);
    PyModule_AddObject(module, "reader", (PyObject *)&reader_type);
    return module;
}
