/*
 * Thousands of objects that are born alike and die: those that come later are
 * only counted. One of them is then taken again and again.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
look(PyObject *Py_UNUSED(module), PyObject *one)
{
    Py_ssize_t size;

    Py_INCREF(one);
    size = PyObject_Size(one);
    if (size < 0) {
#ifdef CORRECT
        Py_DECREF(one);
#endif
        return NULL;
    }
    Py_DECREF(one);
    return PyLong_FromSsize_t(size);
}

static PyMethodDef methods[] = {
    { "look", look, METH_O, "How many it has." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "counted_leak",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_counted_leak(void)
{
    return PyModule_Create(&definition);
}
