/* Objects that shall live for ever are given so many references that nobody will
 * free them. Nobody has taken these, and nobody needs to give them back. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
eternal(PyObject *module, PyObject *number)
{
    PyObject *text = PyObject_Str(number);

    (void)module;
    if (text == NULL) {
        return NULL;
    }
    Py_SET_REFCNT(text, 1 << 30);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    { "eternal", eternal, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "zillion_references",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_zillion_references(void)
{
    return PyModule_Create(&definition);
}
