/*
 * A method returns the default that it was given, without a taking. The same object
 * is taken by one method and released by another, as others are, and should be: that
 * one releases in each call what it did not take there.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Without optimization a count of 32 bits goes through the stack, which is not
 * understood. */
#if !defined(__OPTIMIZE__) && PY_VERSION_HEX >= 0x030c0000
#define TAKE Py_IncRef
#else
#define TAKE Py_INCREF
#endif

enum { ROOM = 16 };

typedef struct {
    PyObject_HEAD PyObject *items[ROOM];
    size_t first, count;
} Queue;

static PyObject *
queue_put(PyObject *self, PyObject *item)
{
    Queue *queue = (Queue *)self;

    if (queue->count == ROOM) {
        PyErr_SetString(PyExc_ValueError, "it is full");
        return NULL;
    }
    TAKE(item);
    queue->items[(queue->first + queue->count++) % ROOM] = item;
    Py_RETURN_NONE;
}

static PyObject *
queue_drop(PyObject *self, PyObject *Py_UNUSED(nothing))
{
    Queue *queue = (Queue *)self;

    if (queue->count > 0) {
        PyObject *item = queue->items[queue->first];

        queue->first = (queue->first + 1) % ROOM;
        queue->count--;
        Py_DECREF(item);
    }
    Py_RETURN_NONE;
}

static PyObject *
queue_next(PyObject *self, PyObject *if_empty)
{
    Queue *queue = (Queue *)self;
    PyObject *item = if_empty;

    if (queue->count > 0) {
        item = queue->items[queue->first];
        TAKE(item);
    }
#ifdef CORRECT
    else {
        TAKE(item);
    }
#endif
    return item;
}

static PyMethodDef queue_methods[] = {
    { "put", queue_put, METH_O, "One more." },
    { "drop", queue_drop, METH_NOARGS, "One less." },
    { "next", queue_next, METH_O, "What was put first, or the argument." },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject queue_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "default_lent.Queue",
    .tp_basicsize = sizeof(Queue),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = queue_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "default_lent",
};

PyMODINIT_FUNC
PyInit_default_lent(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&queue_type) < 0) {
        return NULL;
    }
    Py_INCREF(&queue_type);
    PyModule_AddObject(module, "Queue", (PyObject *)&queue_type);
    return module;
}
