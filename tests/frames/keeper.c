/* keeper - takes references and forgets them. */
#include <Python.h>

static PyObject *
keep(PyObject *Py_UNUSED(module), PyObject *object)
{
    Py_INCREF(object);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    { "keep", keep, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "keeper",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_keeper(void)
{
    return PyModule_Create(&definition);
}
