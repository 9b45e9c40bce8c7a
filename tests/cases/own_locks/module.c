/*
 * One bug in eight interpreters that run at a time: each has a lock of its own,
 * and a module of its own made from this definition.
 */
#include <Python.h>

static PyObject *
measure(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    PyObject *list = PyList_New(0);

    if (list == NULL) {
        return NULL;
    }
    Py_INCREF(list);
    PyList_Append(list, Py_None);
#ifdef CORRECT
    Py_DECREF(list);
#endif
    Py_DECREF(list);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    { "measure", measure, METH_NOARGS, "Forgets a list." },
    { NULL, NULL, 0, NULL },
};

static PyModuleDef_Slot slots[] = {
#if PY_VERSION_HEX >= 0x030c0000
    { Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED },
#endif
    { 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "own_locks",
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_own_locks(void)
{
    return PyModuleDef_Init(&definition);
}
