/*
 * A watcher holds the value that a context variable had last, and looks at each
 * event whether it has another one. BUG: a value that is the same is not given
 * back.
 */
#include <Python.h>

struct watcher {
    PyObject_HEAD PyObject *variable, *value;
    long events;
};

/* Whether it changed; -1: an exception is set. */
static int
update(struct watcher *watcher)
{
    PyObject *value = NULL;

    if (PyContextVar_Get(watcher->variable, NULL, &value) < 0) {
        return -1;
    }
    if (value == watcher->value) {
#ifdef CORRECT
        Py_XDECREF(value);
#endif
        return 0;
    }
    Py_XDECREF(watcher->value);
    watcher->value = value;
    return 1;
}

static PyObject *
watcher_event(PyObject *self, PyObject *called)
{
    struct watcher *watcher = (struct watcher *)self;
    PyObject *before = watcher->value, *result;
    int changed;

    Py_XINCREF(before);
    changed = update(watcher);
    if (changed < 0) {
        Py_XDECREF(before);
        return NULL;
    }
    if (watcher->events == LONG_MAX) {
        PyErr_SetString(PyExc_OverflowError, "too many events");
        return NULL;
    }
    watcher->events++;
    result = changed ? PyObject_CallFunctionObjArgs(
                           called, before != NULL ? before : Py_None, NULL)
                     : PyLong_FromLong(watcher->events);
    Py_XDECREF(before);
    return result;
}

static PyObject *
watcher_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *variable;
    struct watcher *watcher;

    (void)keywords;
    if (!PyArg_ParseTuple(args, "O", &variable) ||
        (watcher = (struct watcher *)type->tp_alloc(type, 0)) == NULL) {
        return NULL;
    }
    Py_INCREF(variable);
    watcher->variable = variable;
    return (PyObject *)watcher;
}

static void
watcher_dealloc(PyObject *self)
{
    Py_XDECREF(((struct watcher *)self)->variable);
    Py_XDECREF(((struct watcher *)self)->value);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef watcher_methods[] = {
    { "event", watcher_event, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject watcher_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "wrongly_updated.Watcher",
    .tp_basicsize = sizeof(struct watcher),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = watcher_new,
    .tp_dealloc = watcher_dealloc,
    .tp_methods = watcher_methods,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wrongly_updated",
};

PyMODINIT_FUNC
PyInit_wrongly_updated(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&watcher_type) < 0) {
        return NULL;
    }
    Py_INCREF(&watcher_type);
    PyModule_AddObject(module, "Watcher", (PyObject *)&watcher_type);
    return module;
}
