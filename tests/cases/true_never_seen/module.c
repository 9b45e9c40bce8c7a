/*
 * A function returns True without taking it, and does nothing else that a run
 * shows. Another one releases a sequence twice where an iterator fails, which
 * never happens, and which True never was.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
is_small(PyObject *Py_UNUSED(module), PyObject *number)
{
    long value = PyLong_AsLong(number);

    if (value < 0) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    if (value < 1000) {
#ifdef CORRECT
        Py_INCREF(Py_True);
#endif
        return Py_True;
    }
    Py_RETURN_FALSE;
}

/* Like an update of a map from pairs. */
static PyObject *
count_pairs(PyObject *Py_UNUSED(module), PyObject *pairs)
{
    PyObject *iterator = PyObject_GetIter(pairs);
    PyObject *item = NULL, *fast = NULL;
    Py_ssize_t count = 0;

    if (iterator == NULL) {
        return NULL;
    }
    for (;;) {
        item = PyIter_Next(iterator);
        if (item == NULL) {
            if (PyErr_Occurred()) {
                goto error;
            }
            break;
        }
        fast = PySequence_Fast(item, "");
        if (fast == NULL) {
            goto error;
        }
        count += PySequence_Fast_GET_SIZE(fast);
        Py_DECREF(fast);
        Py_DECREF(item);
    }
    Py_DECREF(iterator);
    return PyLong_FromSsize_t(count);

error:
    Py_XDECREF(item);
    Py_XDECREF(fast);
    Py_DECREF(iterator);
    return NULL;
}

static PyMethodDef methods[] = {
    { "is_small", is_small, METH_O, "Is it?" },
    { "count_pairs", count_pairs, METH_O, "What is in all of them." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "true_never_seen",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_true_never_seen(void)
{
    return PyModule_Create(&definition);
}
