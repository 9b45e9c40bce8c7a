/*
 * A function returns what it found in a list inside of a tuple: "N" hands on a
 * reference that it never took, and "O" would have taken one. No change of the
 * count is its own.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#ifdef CORRECT
#define FORMAT "(O)"
#else
#define FORMAT "(N)"
#endif

static PyObject *
found(PyObject *Py_UNUSED(module), PyObject *list)
{
    PyObject *first = PyList_GetItem(list, 0);

    return first == NULL ? NULL : Py_BuildValue(FORMAT, first);
}

static PyObject *
shown(PyObject *Py_UNUSED(module), PyObject *list)
{
    PyObject *first = PyList_GetItem(list, 0);

    return first == NULL ? NULL : Py_BuildValue("(O)", first);
}

static PyMethodDef methods[] = {
    { "found", found, METH_O, "What comes first, in a tuple." },
    { "shown", shown, METH_O, "The same." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "loan_given_away",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_loan_given_away(void)
{
    return PyModule_Create(&definition);
}
