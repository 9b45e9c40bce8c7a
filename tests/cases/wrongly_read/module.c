/*
 * A proxy has a name, or takes that of what it stands for, by an attribute whose
 * getter gives a new reference. BUG: what was read is not given back.
 */
#include <Python.h>

struct proxy {
    PyObject_HEAD PyObject *name;
};

static PyObject *
proxy_get_name(PyObject *self, void *nothing)
{
    PyObject *name = ((struct proxy *)self)->name;

    (void)nothing;
    if (name == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(name);
    return name;
}

static int
proxy_init(PyObject *self, PyObject *args, PyObject *keywords)
{
    struct proxy *proxy = (struct proxy *)self;
    PyObject *given, *name;

    (void)keywords;
    if (!PyArg_ParseTuple(args, "O", &given)) {
        return -1;
    }
    if (PyUnicode_Check(given)) {
        Py_INCREF(given);
        proxy->name = given;
        return 0;
    }
    name = PyObject_GetAttrString(given, "name");
    if (name == NULL) {
        return -1;
    }
    if (PyUnicode_Check(name)) {
        Py_INCREF(name);
        proxy->name = name;
    }
#ifdef CORRECT
    Py_DECREF(name);
#endif
    return 0;
}

static void
proxy_dealloc(PyObject *self)
{
    Py_XDECREF(((struct proxy *)self)->name);
    Py_TYPE(self)->tp_free(self);
}

static PyGetSetDef proxy_attributes[] = {
    { "name", proxy_get_name, NULL, NULL, NULL },
    { NULL, NULL, NULL, NULL, NULL },
};

static PyTypeObject proxy_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "wrongly_read.Proxy",
    .tp_basicsize = sizeof(struct proxy),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = proxy_init,
    .tp_dealloc = proxy_dealloc,
    .tp_getset = proxy_attributes,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wrongly_read",
};

PyMODINIT_FUNC
PyInit_wrongly_read(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&proxy_type) < 0) {
        return NULL;
    }
    Py_INCREF(&proxy_type);
    PyModule_AddObject(module, "Proxy", (PyObject *)&proxy_type);
    return module;
}
