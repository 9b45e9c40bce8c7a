/* PyObject_GetAttrString returns a new reference, which nobody releases. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static Py_ssize_t
count_options(PyObject *config)
{
    PyObject *options = PyObject_GetAttrString(config, "options");
    if (options == NULL) {
        return -1;
    }
    Py_ssize_t count = PyObject_Length(options);
#ifdef CORRECT
    Py_DECREF(options);
#endif
    return count;
}

static PyObject *
count(PyObject *Py_UNUSED(module), PyObject *config)
{
    Py_ssize_t found = count_options(config);
    return found < 0 ? NULL : PyLong_FromSsize_t(found);
}

static PyMethodDef methods[] = {
    { "count", count, METH_O, "How many options the argument has." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "attribute_result",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_attribute_result(void)
{
    return PyModule_Create(&definition);
}
