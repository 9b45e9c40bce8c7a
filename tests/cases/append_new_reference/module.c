/* PyList_Append takes its own reference; the caller's is forgotten. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static int
add_pair(PyObject *pairs, Py_ssize_t index, PyObject *value)
{
    PyObject *pair = Py_BuildValue("(nO)", index, value);
    if (pair == NULL) {
        return -1;
    }
    int status = PyList_Append(pairs, pair);
#ifdef CORRECT
    Py_DECREF(pair);
#endif
    return status;
}

static PyObject *
number(PyObject *Py_UNUSED(module), PyObject *items)
{
    PyObject *pairs = PyList_New(0);
    if (pairs == NULL) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(items); i++) {
        if (add_pair(pairs, i, PyList_GET_ITEM(items, i)) < 0) {
            Py_DECREF(pairs);
            return NULL;
        }
    }
    return pairs;
}

static PyMethodDef methods[] = {
    { "number", number, METH_O, "Pairs of index and item of a list." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "append_new_reference",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_append_new_reference(void)
{
    return PyModule_Create(&definition);
}
