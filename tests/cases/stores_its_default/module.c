/*
 * A constructor puts what it is given into a new object, and then takes a
 * reference to each but for the default of one. Another object knows who made it
 * without a reference, in a word that the first type owns.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD PyObject *name, *indent, *separator;
} Coder;

typedef struct {
    PyObject_HEAD PyObject *key, *maker; /* the latter is borrowed */
} Cursor;

static PyTypeObject Cursor_Type;

static PyObject *
coder_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = { "name", "separator", "indent", NULL };
    PyObject *name, *separator, *indent = Py_None;
    Coder *self;

    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO|O", names, &name,
                                     &separator, &indent)) {
        return NULL;
    }
    self = (Coder *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->name = name;
    self->indent = indent;
    self->separator = separator;
    Py_INCREF(self->name);
#ifdef CORRECT
    Py_INCREF(self->indent);
#endif
    Py_INCREF(self->separator);
    return (PyObject *)self;
}

static int
coder_traverse(Coder *self, visitproc visit, void *arg)
{
    Py_VISIT(self->name);
    Py_VISIT(self->indent);
    Py_VISIT(self->separator);
    return 0;
}

static int
coder_clear(Coder *self)
{
    Py_CLEAR(self->name);
    Py_CLEAR(self->indent);
    Py_CLEAR(self->separator);
    return 0;
}

static void
coder_dealloc(Coder *self)
{
    PyObject_GC_UnTrack(self);
    coder_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
coder_cursor(Coder *self, PyObject *key)
{
    Cursor *cursor = PyObject_GC_New(Cursor, &Cursor_Type);

    if (cursor == NULL) {
        return NULL;
    }
    Py_INCREF(key);
    cursor->key = key;
    cursor->maker = (PyObject *)self;
    PyObject_GC_Track(cursor);
    return (PyObject *)cursor;
}

static int
cursor_traverse(Cursor *self, visitproc visit, void *arg)
{
    Py_VISIT(self->key);
    return 0;
}

static void
cursor_dealloc(Cursor *self)
{
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->key);
    PyObject_GC_Del(self);
}

static PyMethodDef methods[] = {
    { "cursor", (PyCFunction)coder_cursor, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject Coder_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "stores_its_default.Coder",
    .tp_basicsize = sizeof(Coder),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = coder_new,
    .tp_traverse = (traverseproc)coder_traverse,
    .tp_clear = (inquiry)coder_clear,
    .tp_dealloc = (destructor)coder_dealloc,
    .tp_methods = methods,
};

static PyTypeObject Cursor_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "stores_its_default.Cursor",
    .tp_basicsize = sizeof(Cursor),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)cursor_traverse,
    .tp_dealloc = (destructor)cursor_dealloc,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "stores_its_default",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_stores_its_default(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&Coder_Type) < 0 ||
        PyType_Ready(&Cursor_Type) < 0) {
        return NULL;
    }
    Py_INCREF(&Coder_Type);
    PyModule_AddObject(module, "Coder", (PyObject *)&Coder_Type);
    return module;
}
