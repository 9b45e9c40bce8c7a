/*
 * A method returns None without taking a reference to it, on one of its paths.
 * No change of a count shows it: the census does.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
note(PyObject *Py_UNUSED(module), PyObject *one)
{
    PyObject *text = PyObject_Str(one);
    Py_ssize_t size;

    if (text == NULL) {
        return NULL;
    }
    size = PyUnicode_GetLength(text);
    Py_DECREF(text);
    if (size < 0) {
        return NULL;
    }
    if (size > 3) {
#ifdef CORRECT
        Py_INCREF(Py_None);
#endif
        return Py_None;
    }
    Py_RETURN_NONE;
}

static PyObject *
ask(PyObject *Py_UNUSED(module), PyObject *one)
{
    PyObject *text = PyObject_Repr(one);

    if (text == NULL) {
        return NULL;
    }
    Py_DECREF(text);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    { "note", note, METH_O, "Takes note of it." },
    { "ask", ask, METH_O, "Asks it for its representation." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "none_given_away",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_none_given_away(void)
{
    return PyModule_Create(&definition);
}
