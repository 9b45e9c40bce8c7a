/*
 * An object that holds another one. BUG: its type has no tp_traverse, so that
 * the collector never finds a cycle that leads through it.
 */
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

struct holder {
    PyObject_HEAD
    PyObject *value;
};

#ifdef CORRECT
static int
traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((struct holder *)self)->value);
    return 0;
}

static int
clear(PyObject *self)
{
    Py_CLEAR(((struct holder *)self)->value);
    return 0;
}
#endif

static void
dealloc(PyObject *self)
{
#ifdef CORRECT
    PyObject_GC_UnTrack(self);
#endif
    Py_XDECREF(((struct holder *)self)->value);
    Py_TYPE(self)->tp_free(self);
}

static PyMemberDef members[] = {
    { "value", T_OBJECT, offsetof(struct holder, value), 0, NULL },
    { NULL, 0, 0, 0, NULL },
};

static PyTypeObject holder_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "cycle_unseen.Holder",
    .tp_basicsize = sizeof(struct holder),
    .tp_dealloc = dealloc,
    .tp_members = members,
    .tp_new = PyType_GenericNew,
#ifdef CORRECT
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = traverse,
    .tp_clear = clear,
#else
    .tp_flags = Py_TPFLAGS_DEFAULT,
#endif
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "cycle_unseen",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_cycle_unseen(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&holder_type) < 0) {
        return NULL;
    }
    Py_INCREF(&holder_type);
    PyModule_AddObject(module, "Holder", (PyObject *)&holder_type);
    return module;
}
