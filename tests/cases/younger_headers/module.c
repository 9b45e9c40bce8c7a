/*
 * A module for several versions (the stable interface), made with the headers of
 * 3.12 or later: it takes references by the lower half of the count, also where
 * an earlier interpreter counts with all of it.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

typedef uint32_t __attribute__((may_alias)) half;

/* 3.12's ob_refcnt_split, in low bytes. */
#define TAKE(object)                    \
    do {                                \
        half *count = (half *)(object); \
        half taken = *count + 1;        \
                                        \
        if (taken != 0) {               \
            *count = taken;             \
        }                               \
    } while (0)

static PyObject *
first_of(PyObject *module, PyObject *list)
{
    PyObject *first = PyList_GetItem(list, 0); /* borrowed */
    long number;

    (void)module;
    if (first == NULL) {
        return NULL;
    }
    TAKE(first);
    number = PyLong_AsLong(first);
#ifdef CORRECT
    Py_DECREF(first);
#endif
    return PyLong_FromLong(number);
}

static PyMethodDef methods[] = {
    { "first_of", first_of, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "younger_headers",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_younger_headers(void)
{
    return PyModule_Create(&definition);
}
