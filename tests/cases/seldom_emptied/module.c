/*
 * What a box was made to hold is forgotten soon, and most lists that are made by
 * the same line of Python, at the same instruction, are in no box.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

struct box {
    PyObject_HEAD PyObject *value;
};

static PyTypeObject box_type;

/* Takes the value before there is a box for it. */
static PyObject *
box_around(PyObject *module, PyObject *values)
{
    PyObject *value = PySequence_List(values);
    struct box *box;

    (void)module;
    if (value == NULL) {
        return NULL;
    }
    box = PyObject_New(struct box, &box_type);
    if (box == NULL) {
        Py_DECREF(value);
        return NULL;
    }
    box->value = value;
    return (PyObject *)box;
}

static PyObject *
as_it_is(PyObject *module, PyObject *values)
{
    (void)module;
    return PySequence_List(values);
}

/* Where the value is kept its code does not say. */
static __attribute__((noinline)) void
empty(PyObject **slot)
{
#ifdef CORRECT
    PyObject *value = *slot;
#endif
    *slot = NULL;
#ifdef CORRECT
    Py_XDECREF(value);
#endif
}

static PyObject *
box_finish(PyObject *self, PyObject *unused)
{
    (void)unused;
    empty(&((struct box *)self)->value);
    Py_RETURN_NONE;
}

static void
box_dealloc(PyObject *self)
{
    Py_XDECREF(((struct box *)self)->value);
    PyObject_Free(self);
}

static PyMethodDef box_methods[] = {
    { "finish", box_finish, METH_NOARGS, "Forgets the value." },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject box_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "seldom_emptied.Box",
    .tp_basicsize = sizeof(struct box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = box_dealloc,
    .tp_methods = box_methods,
};

static PyMethodDef functions[] = {
    { "box_around", box_around, METH_O, "A box with a list of these." },
    { "as_it_is", as_it_is, METH_O, "A list of these." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "seldom_emptied",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_seldom_emptied(void)
{
    return PyType_Ready(&box_type) < 0 ? NULL : PyModule_Create(&definition);
}
