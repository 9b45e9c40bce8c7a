/*
 * A number is made and forgotten: small ones are in the program from the
 * beginning, each an object of its own, and the others are born.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
length_of(PyObject *Py_UNUSED(module), PyObject *items)
{
    Py_ssize_t size = PyObject_Size(items);
    PyObject *number = size < 0 ? NULL : PyLong_FromSsize_t(size);

    if (number == NULL) {
        return NULL;
    }
    if (PyObject_IsTrue(number) == 1) {
#ifdef CORRECT
        Py_DECREF(number);
#endif
        Py_RETURN_TRUE;
    }
    Py_DECREF(number);
    Py_RETURN_FALSE;
}

static PyMethodDef methods[] = {
    { "length_of", length_of, METH_O, "Whether there are any." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "small_numbers",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_small_numbers(void)
{
    return PyModule_Create(&definition);
}
