/* A library in a header, as those for C++ are: it calls what its user wrote, and
 * takes and releases references for it. */
#ifndef REF_H
#define REF_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

struct ref {
    PyObject *object;
};

static inline struct ref
ref_stolen(PyObject *object)
{
    return (struct ref){ object };
}

static inline struct ref
ref_borrowed(PyObject *object)
{
    Py_XINCREF(object);
    return ref_stolen(object);
}

static inline PyObject *
ref_given(struct ref one)
{
    Py_XINCREF(one.object);
    return one.object;
}

static __attribute__((noinline)) PyObject *
ref_call(struct ref (*function)(struct ref), PyObject *argument)
{
    struct ref given = ref_borrowed(argument);
    struct ref result = function(given);
    PyObject *out = ref_given(result);

    Py_XDECREF(result.object);
    Py_XDECREF(given.object);
    return out;
}

#endif
