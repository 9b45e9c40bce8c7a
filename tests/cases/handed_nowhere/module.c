/*
 * Every list of words leaks, so that no balanced life tells who forgets it: the
 * function that made it, or one of its callers. Its code tells: it hands on the
 * string, never the list.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

__attribute__((noinline)) static PyObject *
joined_words(PyObject *text, PyObject *separator)
{
    PyObject *words = PyUnicode_Split(text, NULL, -1);
    if (words == NULL) {
        return NULL;
    }
    PyObject *joined = PyUnicode_Join(separator, words);
#ifdef CORRECT
    Py_DECREF(words);
#endif
    return joined;
}

__attribute__((noinline)) static int
add_joined(PyObject *joined, PyObject *text, PyObject *separator)
{
    PyObject *value = joined_words(text, separator);
    if (value == NULL) {
        return -1;
    }
    int status = PyDict_SetItem(joined, text, value);
    Py_DECREF(value);
    return status;
}

static PyObject *
join(PyObject *Py_UNUSED(module), PyObject *text)
{
    PyObject *joined = PyDict_New();
    PyObject *separator = PyUnicode_FromString("-");
    if (joined == NULL || separator == NULL ||
        add_joined(joined, text, separator) < 0) {
        Py_CLEAR(joined);
    }
    Py_XDECREF(separator);
    return joined;
}

static PyMethodDef methods[] = {
    { "join", join, METH_O, "A text, and the same with dashes." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "handed_nowhere",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_handed_nowhere(void)
{
    return PyModule_Create(&definition);
}
