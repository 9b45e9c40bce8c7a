/*
 * A global name's value is kept beside the version of the dict in which it was
 * found, as Cython does: a number that grows before a pointer to a type. It is no
 * object of that type.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static struct {
    uint64_t version;
    PyObject *value;
} kept;

static PyObject *
look_up(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(arguments))
{
    kept.version += 7;
    kept.value = (PyObject *)&PyComplex_Type;
    return PyLong_FromUnsignedLongLong(kept.version);
}

static PyMethodDef methods[] = {
    { "look_up", look_up, METH_NOARGS, "The version of what was found." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "version_beside_a_type",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_version_beside_a_type(void)
{
    return PyModule_Create(&definition);
}
