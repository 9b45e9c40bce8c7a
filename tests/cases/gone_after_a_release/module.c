/*
 * A function releases what its helper took, and once more: its caller has the
 * object on, which is dead then. The process is gone before anybody can ask it
 * who owns what; who released an object that was dead is known all the same.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <sys/syscall.h>
#include <unistd.h>

static PyObject *
as_list(PyObject *one)
{
    if (!PyList_Check(one)) {
        PyErr_SetString(PyExc_TypeError, "a list");
        return NULL;
    }
    Py_INCREF(one);
    return one;
}

static PyObject *
length_of(PyObject *Py_UNUSED(module), PyObject *one)
{
    PyObject *list = as_list(one);
    Py_ssize_t length;

    if (list == NULL) {
        return NULL;
    }
    length = PyList_GET_SIZE(list);
    Py_DECREF(list);
#ifndef CORRECT
    if (length == 1) {
        Py_DECREF(list);
    }
#endif
    return PyLong_FromSsize_t(length);
}

/* As if it had been killed, but for its status. */
static PyObject *
leave(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(arguments))
{
    syscall(SYS_exit_group, 0);
    return NULL;
}

static PyMethodDef methods[] = {
    { "length_of", length_of, METH_O, "How many are in a list." },
    { "leave", leave, METH_NOARGS, "Ends the process at once." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "gone_after_a_release",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_gone_after_a_release(void)
{
    return PyModule_Create(&definition);
}
