/* A long life in which the leak begins late: the error path comes at last. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *limits; /* the module's own dictionary */

static PyObject *
check(PyObject *Py_UNUSED(module), PyObject *name)
{
    PyObject *known = limits;

    Py_INCREF(known);
    if (!PyDict_Contains(known, name)) {
#ifdef CORRECT
        Py_DECREF(known);
#endif
        return PyErr_Format(PyExc_LookupError, "no limit for %R", name);
    }
    Py_DECREF(known);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    { "check", check, METH_O, "Nothing, if there is a limit of that name." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "late_leak",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_late_leak(void)
{
    PyObject *module = PyModule_Create(&definition);

    limits = Py_BuildValue("{s:i}", "depth", 100);
    if (module == NULL || limits == NULL ||
        PyDict_SetItemString(PyModule_GetDict(module), "limits", limits) < 0) {
        Py_XDECREF(limits);
        Py_XDECREF(module);
        return NULL;
    }
    return module;
}
