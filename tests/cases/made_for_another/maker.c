/*
 * A library: it makes objects for other modules, and keeps one reference to
 * each while the part that it stands for is used. Correct, unless it is told to
 * be KEEPS_ONE: then each tenth object is marked, which takes a reference that
 * nobody gives back. Or FORGETS: then it hands nothing up where it fails, and
 * has made an object all the same.
 */
#include "maker.h"

#include <stdlib.h>

struct part {
    double value;
    PyObject *object;
    int both; /* the reference of who asked is the part's as well */
};

struct wrapped {
    PyObject_HEAD double value;
};

static PyTypeObject wrapped_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "maker.wrapped",
    .tp_basicsize = sizeof(struct wrapped),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct part *
maker_begin(double value)
{
    struct part *part = calloc(1, sizeof *part);

    if (part != NULL) {
        part->value = value;
    }
    return part;
}

static __attribute__((noinline)) PyObject *
maker_wrap(struct part *part)
{
    struct wrapped *wrapped;

    if (part->object != NULL) {
        Py_INCREF(part->object);
        return part->object;
    }
    wrapped = PyObject_New(struct wrapped, &wrapped_type);
    if (wrapped == NULL) {
        return NULL;
    }
    wrapped->value = part->value;
    Py_INCREF(wrapped);
    part->object = (PyObject *)wrapped;
#ifdef KEEPS_ONE
    if ((long)part->value % 10 == 0) {
        Py_INCREF(wrapped);
    }
#endif
    if (part->value < 0) {
#ifndef FORGETS
        part->both = 1;
#endif
        PyErr_SetString(PyExc_ValueError, "less than nothing");
        return NULL;
    }
    return (PyObject *)wrapped;
}

static void
maker_end(struct part *part)
{
    if (part->both) {
        Py_DECREF(part->object);
    }
    Py_XDECREF(part->object);
    free(part);
}

static struct maker api = { maker_begin, maker_wrap, maker_end };

static PyObject *
value_of(PyObject *Py_UNUSED(module), PyObject *object)
{
    if (Py_TYPE(object) != &wrapped_type) {
        PyErr_SetString(PyExc_TypeError, "not one of these");
        return NULL;
    }
    return PyFloat_FromDouble(((struct wrapped *)object)->value);
}

static PyObject *
make(PyObject *Py_UNUSED(module), PyObject *value)
{
    struct part *part = maker_begin(PyFloat_AsDouble(value));
    PyObject *made;

    if (part == NULL) {
        return PyErr_NoMemory();
    }
    made = PyErr_Occurred() ? NULL : maker_wrap(part);
    maker_end(part);
    return made;
}

static PyMethodDef functions[] = {
    { "value_of", value_of, METH_O, NULL },
    { "make", make, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "maker",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_maker(void)
{
    PyObject *module;

    if (PyType_Ready(&wrapped_type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module != NULL) {
        PyModule_AddObject(module, "api",
                           PyCapsule_New(&api, "maker.api", NULL));
    }
    return module;
}
