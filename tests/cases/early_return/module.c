/* Found before the iterator ends: it is forgotten on the way out. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static int
contains_true(PyObject *items)
{
    PyObject *iterator = PyObject_GetIter(items);
    PyObject *item;

    if (iterator == NULL) {
        return -1;
    }
    while ((item = PyIter_Next(iterator)) != NULL) {
        int truth = PyObject_IsTrue(item);
        Py_DECREF(item);
        if (truth != 0) {
#ifdef CORRECT
            Py_DECREF(iterator);
#endif
            return truth;
        }
    }
    Py_DECREF(iterator);
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *
any_true(PyObject *Py_UNUSED(module), PyObject *items)
{
    int truth = contains_true(items);
    return truth < 0 ? NULL : PyBool_FromLong(truth);
}

static PyMethodDef methods[] = {
    { "any_true", any_true, METH_O, "Whether one item is true." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "early_return",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_early_return(void)
{
    return PyModule_Create(&definition);
}
