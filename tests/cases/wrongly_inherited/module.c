/*
 * A static type that is derived from another one and adds a field. BUG: it has no
 * tp_dealloc of its own, and that of its base does not know the field.
 */
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

struct base {
    PyObject_HEAD PyObject *name;
};

struct derived {
    struct base base;
    PyObject *catalogue;
};

static void
base_dealloc(PyObject *self)
{
    Py_XDECREF(((struct base *)self)->name);
    Py_TYPE(self)->tp_free(self);
}

#ifdef CORRECT
static void
derived_dealloc(PyObject *self)
{
    Py_XDECREF(((struct derived *)self)->catalogue);
    base_dealloc(self);
}
#endif

static PyMemberDef base_members[] = {
    { "name", T_OBJECT, offsetof(struct base, name), 0, NULL },
    { NULL, 0, 0, 0, NULL },
};

static PyMemberDef derived_members[] = {
    { "catalogue", T_OBJECT, offsetof(struct derived, catalogue), 0, NULL },
    { NULL, 0, 0, 0, NULL },
};

static PyTypeObject base_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "wrongly_inherited.Base",
    .tp_basicsize = sizeof(struct base),
    .tp_dealloc = base_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_members = base_members,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject derived_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "wrongly_inherited.Derived",
    .tp_basicsize = sizeof(struct derived),
#ifdef CORRECT
    .tp_dealloc = derived_dealloc,
#endif
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_members = derived_members,
    .tp_base = &base_type,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wrongly_inherited",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_wrongly_inherited(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&base_type) < 0 ||
        PyType_Ready(&derived_type) < 0 ||
        PyModule_AddObject(module, "Derived", (PyObject *)&derived_type) < 0) {
        return NULL;
    }
    return module;
}
