/*
 * A holder takes a reference to what it is to hold, which the dealloc gives
 * back. BUG: who makes something new to be held forgets its own.
 */
#include <Python.h>

struct holder {
    PyObject_HEAD PyObject *content;
    const char *text;
};

static PyTypeObject holder_type;

static PyObject *
holder_of(PyObject *content)
{
    struct holder *holder =
        (struct holder *)holder_type.tp_alloc(&holder_type, 0);

    if (holder == NULL) {
        return NULL;
    }
    if (PyBytes_CheckExact(content)) {
        Py_INCREF(content);
        holder->content = content;
        holder->text = PyBytes_AsString(content);
    }
    else {
        holder->content = content;
        holder->text = PyUnicode_AsUTF8(content);
        if (holder->text == NULL) {
            holder->content = NULL;
            Py_DECREF(holder);
            return NULL;
        }
        Py_INCREF(content);
    }
    return (PyObject *)holder;
}

static PyObject *
holder_copy(PyObject *self, PyObject *nothing)
{
    PyObject *content = PyBytes_FromString(((struct holder *)self)->text);

    (void)nothing;
    if (content == NULL) {
        return NULL;
    }
#ifdef CORRECT
    PyObject *copy = holder_of(content);

    Py_DECREF(content);
    return copy;
#else
    return holder_of(content);
#endif
}

static void
holder_dealloc(PyObject *self)
{
    Py_XDECREF(((struct holder *)self)->content);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef holder_methods[] = {
    { "copy", holder_copy, METH_NOARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject holder_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "wrongly_passed.Holder",
    .tp_basicsize = sizeof(struct holder),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = holder_dealloc,
    .tp_methods = holder_methods,
};

static PyObject *
hold(PyObject *module, PyObject *content)
{
    (void)module;
    return holder_of(content);
}

static PyMethodDef methods[] = {
    { "hold", hold, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wrongly_passed",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_wrongly_passed(void)
{
    return PyType_Ready(&holder_type) < 0 ? NULL : PyModule_Create(&definition);
}
