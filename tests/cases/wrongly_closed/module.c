/*
 * An object that is closed before it dies. BUG: what gives back its fields, for
 * close() and for tp_dealloc, leaves one out; at its death nothing else is left.
 */
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

struct connection {
    PyObject_HEAD PyObject *name, *path, *hook;
};

static __attribute__((noinline)) void
clean_up(struct connection *connection)
{
    Py_CLEAR(connection->name);
    Py_CLEAR(connection->path);
#ifdef CORRECT
    Py_CLEAR(connection->hook);
#endif
}

static PyObject *
connection_close(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    clean_up((struct connection *)self);
    Py_RETURN_NONE;
}

static int
connection_traverse(PyObject *self, visitproc visit, void *arg)
{
    struct connection *connection = (struct connection *)self;

    Py_VISIT(connection->name);
    Py_VISIT(connection->path);
    Py_VISIT(connection->hook);
    return 0;
}

static void
connection_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    clean_up((struct connection *)self);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef methods[] = {
    { "close", connection_close, METH_NOARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static PyMemberDef members[] = {
    { "name", T_OBJECT, offsetof(struct connection, name), 0, NULL },
    { "path", T_OBJECT, offsetof(struct connection, path), 0, NULL },
    { "hook", T_OBJECT, offsetof(struct connection, hook), 0, NULL },
    { NULL, 0, 0, 0, NULL },
};

static PyTypeObject connection_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "wrongly_closed.Connection",
    .tp_basicsize = sizeof(struct connection),
    .tp_dealloc = connection_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = connection_traverse,
    .tp_methods = methods,
    .tp_members = members,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wrongly_closed",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_wrongly_closed(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&connection_type) < 0 ||
        PyModule_AddObject(module, "Connection", (PyObject *)&connection_type) <
            0) {
        return NULL;
    }
    return module;
}
