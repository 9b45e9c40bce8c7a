/*
 * A function that is inlined makes an object, and makes it again without a look
 * at the first one. What both of its callers do with the other is right.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *type; /* what is made; the module's */

static inline PyObject *
made_with(PyObject *message)
{
    PyObject *made;

    if (message == Py_None) {
        made = PyObject_CallNoArgs(type);
    }
    else {
        made = PyObject_CallOneArg(type, message);
#ifndef CORRECT
        made = PyObject_CallOneArg(type, message);
#endif
    }
    return made;
}

static PyObject *
given(PyObject *Py_UNUSED(module), PyObject *message)
{
    return made_with(message);
}

static PyObject *
raised(PyObject *Py_UNUSED(module), PyObject *message)
{
    PyObject *made = made_with(message);

    if (made != NULL) {
        PyErr_SetObject(type, made);
        Py_DECREF(made);
    }
    return NULL;
}

static PyMethodDef methods[] = {
    { "given", given, METH_O, "An error with that message." },
    { "raised", raised, METH_O, "The same, raised." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "made_twice",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_made_twice(void)
{
    PyObject *module = PyModule_Create(&definition);

    type = PyErr_NewException("made_twice.error", NULL, NULL);
    if (module != NULL &&
        (type == NULL || PyObject_SetAttrString(module, "error", type) < 0)) {
        Py_CLEAR(module);
    }
    return module;
}
