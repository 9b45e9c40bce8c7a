/*
 * A function that is known to the module alone returns what it only borrowed, and
 * its caller, who releases that, is not to blame. Another one lends, too, as its
 * callers know.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static __attribute__((noinline)) PyObject *
pick(PyObject *list)
{
    PyObject *first = PyList_GetItem(list, 0);

#ifdef CORRECT
    Py_XINCREF(first);
#endif
    return first;
}

static __attribute__((noinline)) PyObject *
look(PyObject *list)
{
    PyObject *last = PyList_GetItem(list, PyList_GET_SIZE(list) - 1);

    return last;
}

static PyObject *
measure(PyObject *Py_UNUSED(module), PyObject *list)
{
    PyObject *first = pick(list);
    Py_ssize_t length;

    if (first == NULL) {
        return NULL;
    }
    length = PyObject_Length(first);
    Py_DECREF(first);
    return length < 0 ? NULL : PyLong_FromSsize_t(length);
}

static PyObject *
measure_last(PyObject *Py_UNUSED(module), PyObject *list)
{
    PyObject *last = look(list);
    Py_ssize_t length = last != NULL ? PyObject_Length(last) : -1;

    return length < 0 ? NULL : PyLong_FromSsize_t(length);
}

static PyMethodDef methods[] = {
    { "measure", measure, METH_O, "How long the first is." },
    { "measure_last", measure_last, METH_O, "How long the last is." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "loan_of_a_helper",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_loan_of_a_helper(void)
{
    return PyModule_Create(&definition);
}
