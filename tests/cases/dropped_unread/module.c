/*
 * Boxes with several fields, all of which are None at first. BUG: tp_dealloc
 * writes over the last and never looks at it, as tp_clear does. Which field a
 * reference is stored in is only read from code that an optimizing compiler made.
 */
#include <Python.h>

struct box {
    PyObject_HEAD PyObject *content;
    PyObject *label;
    PyObject *hook;
};

static int
box_traverse(PyObject *object, visitproc visit, void *arg)
{
    struct box *self = (struct box *)object;

    Py_VISIT(self->content);
    Py_VISIT(self->label);
    Py_VISIT(self->hook);
    return 0;
}

static int
box_clear(PyObject *object)
{
    struct box *self = (struct box *)object;

    Py_CLEAR(self->content);
    Py_CLEAR(self->label);
    Py_CLEAR(self->hook);
    return 0;
}

static void
box_dealloc(PyObject *object)
{
    struct box *self = (struct box *)object;

    PyObject_GC_UnTrack(object);
    Py_CLEAR(self->content);
    Py_CLEAR(self->label);
#if defined CORRECT || !defined __OPTIMIZE__
    Py_CLEAR(self->hook);
#else
    self->hook = NULL;
#endif
    Py_TYPE(object)->tp_free(object);
}

static PyObject *
box_new(PyTypeObject *type, PyObject *Py_UNUSED(arguments),
        PyObject *Py_UNUSED(keywords))
{
    struct box *self = (struct box *)type->tp_alloc(type, 0);

    if (self != NULL) {
        Py_INCREF(Py_None);
        self->content = Py_None;
        Py_INCREF(Py_None);
        self->label = Py_None;
        Py_INCREF(Py_None);
        self->hook = Py_None;
    }
    return (PyObject *)self;
}

static int
box_init(PyObject *object, PyObject *arguments, PyObject *Py_UNUSED(keywords))
{
    struct box *self = (struct box *)object;
    PyObject *content = Py_None, *hook = Py_None;

    if (!PyArg_ParseTuple(arguments, "|OO", &content, &hook)) {
        return -1;
    }
    Py_INCREF(content);
    Py_SETREF(self->content, content);
    Py_INCREF(hook);
    Py_SETREF(self->hook, hook);
    return 0;
}

static PyTypeObject box_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "dropped_unread.box",
    .tp_basicsize = sizeof(struct box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = box_traverse,
    .tp_clear = box_clear,
    .tp_dealloc = box_dealloc,
    .tp_init = box_init,
    .tp_new = box_new,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dropped_unread",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_dropped_unread(void)
{
    PyObject *module;

    if (PyType_Ready(&box_type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module != NULL &&
        PyObject_SetAttrString(module, "box", (PyObject *)&box_type) < 0) {
        Py_CLEAR(module);
    }
#ifdef __OPTIMIZE__
    if (module != NULL && PyModule_AddIntConstant(module, "leaks", 1) < 0) {
        Py_CLEAR(module);
    }
#endif
    return module;
}
