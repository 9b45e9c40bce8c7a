/*
 * A method returns its object without a reference: the caller's release is the
 * last, and the memory is something else's before anybody uses it again. What the
 * program dies of then, no account shows.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD char room[80];
} Thing;

static PyObject *
thing_itself(PyObject *self, PyObject *Py_UNUSED(nothing))
{
#ifdef CORRECT
    Py_INCREF(self);
#endif
    return self;
}

/* Memory as that of things, of which nothing is an object's. */
static PyObject *
use_memory(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(nothing))
{
    for (int i = 0; i < 4; i++) {
        size_t *words = (size_t *)PyObject_Malloc(sizeof(Thing));

        if (words == NULL) {
            return PyErr_NoMemory();
        }
        memset(words, 0, sizeof(Thing));
        words[0] = 1;
    }
    return PyLong_FromLong(4);
}

static PyMethodDef thing_methods[] = {
    { "itself", thing_itself, METH_NOARGS, "The thing." },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject thing_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "dies_of_a_loan.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = thing_methods,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef methods[] = {
    { "use_memory", use_memory, METH_NOARGS, "For nothing." },
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
