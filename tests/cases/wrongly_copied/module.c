/*
 * An object that refers to another one, and a copy of it. BUG: the copy takes no
 * reference to the other one, and when it dies it gives one back.
 */
#include <Python.h>

struct reference {
    PyObject_HEAD PyObject *cell;
};

static PyObject *
reference_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *cell;
    struct reference *reference;

    (void)keywords;
    if (!PyArg_ParseTuple(args, "O", &cell) ||
        (reference = (struct reference *)type->tp_alloc(type, 0)) == NULL) {
        return NULL;
    }
    Py_INCREF(cell);
    reference->cell = cell;
    return (PyObject *)reference;
}

static PyObject *
reference_copy(PyObject *self, PyObject *nothing)
{
    struct reference *copy =
        (struct reference *)Py_TYPE(self)->tp_alloc(Py_TYPE(self), 0);

    (void)nothing;
    if (copy != NULL) {
        copy->cell = ((struct reference *)self)->cell;
#ifdef CORRECT
        Py_INCREF(copy->cell);
#endif
    }
    return (PyObject *)copy;
}

static void
reference_dealloc(PyObject *self)
{
    Py_XDECREF(((struct reference *)self)->cell);
    Py_TYPE(self)->tp_free(self);
}

/* To the end, and nobody lets go of it there. */
static PyObject *
keep(PyObject *module, PyObject *object)
{
    static PyObject *kept;

    (void)module;
    Py_INCREF(object);
    Py_XDECREF(kept);
    kept = object;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    { "copy", reference_copy, METH_NOARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject reference_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "wrongly_copied.Reference",
    .tp_basicsize = sizeof(struct reference),
    .tp_dealloc = reference_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = methods,
    .tp_new = reference_new,
};

static PyMethodDef functions[] = {
    { "keep", keep, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wrongly_copied",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_wrongly_copied(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&reference_type) < 0 ||
        PyModule_AddObject(module, "Reference", (PyObject *)&reference_type) <
            0) {
        return NULL;
    }
    return module;
}
