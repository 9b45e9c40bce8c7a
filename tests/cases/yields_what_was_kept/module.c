/*
 * Objects take their name in tp_init, and give it back when they die; a getter
 * returns it without a reference. Who made the objects took none for them, and did
 * not have to.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD PyObject *name;
} Thing;

static PyObject *
thing_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    (void)arguments;
    (void)keywords;
    return type->tp_alloc(type, 0);
}

static int
thing_init(Thing *self, PyObject *arguments, PyObject *keywords)
{
    PyObject *name;

    (void)keywords;
    if (!PyArg_ParseTuple(arguments, "U", &name)) {
        return -1;
    }
    Py_INCREF(name);
    self->name = name; /* which was empty */
    return 0;
}

static void
thing_dealloc(Thing *self)
{
    Py_XDECREF(self->name);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
thing_get_name(Thing *self, void *closure)
{
    PyObject *name = self->name;

    (void)closure;
#ifdef CORRECT
    Py_INCREF(name);
#endif
    return name;
}

static PyGetSetDef fields[] = {
    { "name", (getter)thing_get_name, NULL, NULL, NULL },
    { NULL, NULL, NULL, NULL, NULL },
};

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "yields_what_was_kept.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = thing_new,
    .tp_init = (initproc)thing_init,
    .tp_dealloc = (destructor)thing_dealloc,
    .tp_getset = fields,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "yields_what_was_kept",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_yields_what_was_kept(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&Thing_Type) < 0) {
        return NULL;
    }
    Py_INCREF(&Thing_Type);
    PyModule_AddObject(module, "Thing", (PyObject *)&Thing_Type);
    return module;
}
