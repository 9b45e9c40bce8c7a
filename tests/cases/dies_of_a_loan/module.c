/*
 * A method returns its object without a reference: the caller's release is the
 * last, and the memory is another object's before anybody uses it again. What the
 * program dies of then, no account shows.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD
    const char *text;
    char room[40];
} Thing;

static PyObject *
thing_new(PyTypeObject *type, PyObject *Py_UNUSED(arguments),
          PyObject *Py_UNUSED(keywords))
{
    Thing *thing = (Thing *)type->tp_alloc(type, 0);

    if (thing != NULL) {
        thing->text = "a thing";
    }
    return (PyObject *)thing;
}

static PyObject *
thing_itself(PyObject *self, PyObject *Py_UNUSED(nothing))
{
#ifdef CORRECT
    Py_INCREF(self);
#endif
    return self;
}

static PyObject *
length(PyObject *Py_UNUSED(module), PyObject *thing)
{
    return PyLong_FromSize_t(strlen(((Thing *)thing)->text));
}

static PyMethodDef thing_methods[] = {
    { "itself", thing_itself, METH_NOARGS, "The thing." },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject thing_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "dies_of_a_loan.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = thing_methods,
    .tp_new = thing_new,
};

static PyMethodDef methods[] = {
    { "length", length, METH_O, "Of its text." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dies_of_a_loan",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_dies_of_a_loan(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&thing_type) < 0) {
        return NULL;
    }
    Py_INCREF(&thing_type);
    PyModule_AddObject(module, "Thing", (PyObject *)&thing_type);
    return module;
}
