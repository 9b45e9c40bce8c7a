/* A list that is cleared forgets its first link, and all behind it. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

struct link {
    PyObject_HEAD
    PyObject *item;
    struct link *next;
};

struct chain {
    PyObject_HEAD
    struct link *first;
};

static int
link_traverse(PyObject *object, visitproc visit, void *arg)
{
    struct link *self = (struct link *)object;

    Py_VISIT(self->item);
    Py_VISIT(self->next);
    return 0;
}

static int
link_clear(PyObject *object)
{
    struct link *self = (struct link *)object;

    Py_CLEAR(self->item);
    Py_CLEAR(self->next);
    return 0;
}

static void
link_dealloc(PyObject *object)
{
    PyObject_GC_UnTrack(object);
    link_clear(object);
    Py_TYPE(object)->tp_free(object);
}

static PyTypeObject link_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "forgotten_link.link",
    .tp_basicsize = sizeof(struct link),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = link_traverse,
    .tp_clear = link_clear,
    .tp_dealloc = link_dealloc,
};

static int
chain_traverse(PyObject *object, visitproc visit, void *arg)
{
    Py_VISIT(((struct chain *)object)->first);
    return 0;
}

static int
chain_clear(PyObject *object)
{
    Py_CLEAR(((struct chain *)object)->first);
    return 0;
}

static void
chain_dealloc(PyObject *object)
{
    PyObject_GC_UnTrack(object);
    chain_clear(object);
    Py_TYPE(object)->tp_free(object);
}

/* The slot behind all that is smaller. */
static struct link **
chain_place(struct chain *self, PyObject *item)
{
    struct link **place = &self->first;

    while (*place != NULL) {
        int more = PyObject_RichCompareBool(item, (*place)->item, Py_GT);
        if (more < 0) {
            return NULL;
        }
        if (!more) {
            break;
        }
        place = &(*place)->next;
    }
    return place;
}

static struct link *
link_new(PyObject *item, struct link *next)
{
    struct link *link = PyObject_GC_New(struct link, &link_type);

    if (link != NULL) {
        Py_INCREF(item);
        link->item = item;
        link->next = next;
        PyObject_GC_Track((PyObject *)link);
    }
    return link;
}

static PyObject *
chain_add(PyObject *object, PyObject *item)
{
    struct chain *self = (struct chain *)object;
    struct link **place = chain_place(self, item);
    struct link *link;

    if (place == NULL || (link = link_new(item, *place)) == NULL) {
        return NULL;
    }
    *place = link;
    Py_RETURN_NONE;
}

/* chain.first = anything: takes all out. It calls nobody, when it is wrong. */
static int
chain_empty(PyObject *object, PyObject *Py_UNUSED(value),
            void *Py_UNUSED(closure))
{
    struct chain *self = (struct chain *)object;

#ifdef CORRECT
    Py_CLEAR(self->first);
#else
    self->first = NULL;
#endif
    return 0;
}

static PyMethodDef chain_methods[] = {
    { "add", chain_add, METH_O, "Puts an item where it belongs." },
    { NULL, NULL, 0, NULL },
};

static PyGetSetDef chain_fields[] = {
    { "first", NULL, chain_empty, "Set it to have an empty chain.", NULL },
    { NULL, NULL, NULL, NULL, NULL },
};

static PyTypeObject chain_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "forgotten_link.Chain",
    .tp_basicsize = sizeof(struct chain),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = PyType_GenericNew,
    .tp_methods = chain_methods,
    .tp_getset = chain_fields,
    .tp_traverse = chain_traverse,
    .tp_clear = chain_clear,
    .tp_dealloc = chain_dealloc,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "forgotten_link",
};

PyMODINIT_FUNC
PyInit_forgotten_link(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&link_type) < 0 ||
        PyType_Ready(&chain_type) < 0) {
        return NULL;
    }
    Py_INCREF(&chain_type);
    PyModule_AddObject(module, "Chain", (PyObject *)&chain_type);
    return module;
}
