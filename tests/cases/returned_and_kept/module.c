/*
 * Makes objects and returns them; the line of Python that has it called keeps them.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static volatile unsigned long calls;

static PyObject *
half(PyObject *Py_UNUSED(module), PyObject *number)
{
    double value = PyFloat_AsDouble(number);
    PyObject *made = PyErr_Occurred() ? NULL : PyFloat_FromDouble(value / 2);

    if (made != NULL) {
        calls++;
    }
    return made;
}

static PyMethodDef methods[] = {
    { "half", half, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "returned_and_kept",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_returned_and_kept(void)
{
    return PyModule_Create(&definition);
}
