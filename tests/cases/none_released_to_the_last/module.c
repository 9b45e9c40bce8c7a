/*
 * A method returns None without taking a reference to it, until there is none
 * left and the count is below zero. The interpreter would end the program then;
 * here None has a dealloc that lets it be.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Looks at the count while it is high. */
extern int reftally_remember(void) __attribute__((weak));

static PyObject *
note(PyObject *Py_UNUSED(module), PyObject *one)
{
    PyObject *text = PyObject_Str(one);

    if (text == NULL) {
        return NULL;
    }
    Py_DECREF(text);
#ifdef CORRECT
    Py_INCREF(Py_None);
#endif
    return Py_None;
}

static void
stay(PyObject *Py_UNUSED(none))
{
}

static PyMethodDef methods[] = {
    { "note", note, METH_O, "Takes note of it." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "none_released_to_the_last",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_none_released_to_the_last(void)
{
    Py_TYPE(Py_None)->tp_dealloc = stay;
    if (reftally_remember != NULL) {
        reftally_remember();
    }
    return PyModule_Create(&definition);
}
