/*
 * A helper takes a reference to what it finds where it is pointed to, so that its
 * caller owns what is there then; one caller forgets that when it fails.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Of a pair it leaves the first, of anything else that itself: for its caller
 * to release. */
static __attribute__((noinline)) int
unwrap(PyObject **value)
{
    PyObject *first;

    if (!PyTuple_Check(*value)) {
        Py_INCREF(*value);
        return 0;
    }
    first = PyTuple_GetItem(*value, 0);
    if (first == NULL) {
        return -1;
    }
    Py_INCREF(first);
    *value = first;
    return 0;
}

static __attribute__((noinline)) Py_ssize_t
length(PyObject *value)
{
    Py_ssize_t size;

    if (unwrap(&value) < 0) {
        return -1;
    }
    size = PyObject_Size(value);
    if (size < 0) {
#ifdef CORRECT
        Py_DECREF(value);
#endif
        return -1;
    }
    Py_DECREF(value);
    return size;
}

static PyObject *
count(PyObject *Py_UNUSED(module), PyObject *value)
{
    Py_ssize_t size = length(value);

    return size < 0 ? NULL : PyLong_FromSsize_t(size);
}

static PyObject *
text(PyObject *Py_UNUSED(module), PyObject *value)
{
    PyObject *result;

    if (unwrap(&value) < 0) {
        return NULL;
    }
    result = PyObject_Str(value);
    Py_DECREF(value);
    return result;
}

static PyMethodDef methods[] = {
    { "count", count, METH_O, "Its length, or that of the first of a pair." },
    { "text", text, METH_O, "It as text, or the first of a pair." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "taken_in_place",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_taken_in_place(void)
{
    return PyModule_Create(&definition);
}
