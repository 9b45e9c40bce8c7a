/*
 * A reader serves a configuration, a structure that is no object, to whoever asks
 * for it, also in other files of its module; and its names. BUG: the names are
 * returned without a reference.
 */
#include <Python.h>

#include <stdlib.h>

struct configuration {
    long lines, columns;
};

struct reader {
    PyObject_HEAD PyObject *names;
    struct configuration *configuration;
};

struct configuration *configuration_of(struct reader *reader);

struct configuration *
configuration_of(struct reader *reader)
{
    return reader->configuration;
}

static PyObject *
reader_names(PyObject *self, PyObject *nothing)
{
    struct reader *reader = (struct reader *)self;

    (void)nothing;
    if (configuration_of(reader)->lines < 0) {
        Py_RETURN_NONE;
    }
#ifdef CORRECT
    Py_INCREF(reader->names);
#endif
    return reader->names;
}

static PyObject *
reader_lines(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return PyLong_FromLong(configuration_of((struct reader *)self)->lines);
}

static PyObject *
reader_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *names;
    struct reader *reader;

    (void)keywords;
    if (!PyArg_ParseTuple(args, "O", &names) ||
        (reader = (struct reader *)type->tp_alloc(type, 0)) == NULL) {
        return NULL;
    }
    Py_INCREF(names);
    reader->names = names;
    reader->configuration = calloc(1, sizeof *reader->configuration);
    if (reader->configuration == NULL) {
        Py_DECREF(reader);
        return PyErr_NoMemory();
    }
    return (PyObject *)reader;
}

static void
reader_dealloc(PyObject *self)
{
    struct reader *reader = (struct reader *)self;

    Py_XDECREF(reader->names);
    free(reader->configuration);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef reader_methods[] = {
    { "names", reader_names, METH_NOARGS, NULL },
    { "lines", reader_lines, METH_NOARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject reader_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "wrongly_served.Reader",
    .tp_basicsize = sizeof(struct reader),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = reader_new,
    .tp_dealloc = reader_dealloc,
    .tp_methods = reader_methods,
};

/* To the end, and nobody lets go of it there. */
static PyObject *
keep(PyObject *module, PyObject *object)
{
    static PyObject *kept;

    (void)module;
    Py_INCREF(object);
    Py_XDECREF(kept);
    kept = object;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    { "keep", keep, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wrongly_served",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_wrongly_served(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&reader_type) < 0) {
        return NULL;
    }
    Py_INCREF(&reader_type);
    PyModule_AddObject(module, "Reader", (PyObject *)&reader_type);
    return module;
}
