/*
 * A function returns an argument that PyArg_ParseTuple only lent it. Others do
 * the same with what they own, or took.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
only(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *list;

    if (!PyArg_ParseTuple(arguments, "O", &list)) {
        return NULL;
    }
#ifdef CORRECT
    Py_INCREF(list);
#endif
    return list;
}

static PyObject *
either(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *list, *other = NULL;

    if (!PyArg_ParseTuple(arguments, "O|O", &list, &other)) {
        return NULL;
    }
    if (other != NULL && PyObject_IsTrue(other) == 1) {
        list = other;
    }
    Py_INCREF(list);
    return list;
}

static int
convert(PyObject *object, void *converted)
{
    *(PyObject **)converted = PySequence_List(object);
    return *(PyObject **)converted != NULL;
}

static PyObject *
listed(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *list;

    return PyArg_ParseTuple(arguments, "O&", convert, &list) ? list : NULL;
}

static PyMethodDef methods[] = {
    { "only", only, METH_VARARGS, "It." },
    { "either", either, METH_VARARGS, "The first, or the second." },
    { "listed", listed, METH_VARARGS, "A list of it." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "argument_returned",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_argument_returned(void)
{
    return PyModule_Create(&definition);
}
