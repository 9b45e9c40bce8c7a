/*
 * A holder marks pointers in their lowest bit, and takes the bit off again
 * before it takes or releases: that is the same object. It is right, and so is
 * what runs without a result; another function returns None without a taking.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

#define PLAIN(object) ((PyObject *)((uintptr_t)(object) & ~(uintptr_t)1))
#define MARKED(object, mark) \
    ((PyObject *)((uintptr_t)PLAIN(object) | (uintptr_t)(mark)))

struct holder {
    PyObject *first, *second;
};

static struct holder kept;

static void
put(PyObject **place, PyObject *object)
{
    PyObject *old = PLAIN(*place);

    *place = object;
    Py_XDECREF(old);
}

/* Like __setstate__ of Element: what is not given is None. */
static PyObject *
set(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *first = NULL, *second = NULL;

    if (!PyArg_ParseTuple(arguments, "|OO", &first, &second)) {
        return NULL;
    }
    first = first != NULL ? MARKED(first, PyList_CheckExact(first)) : Py_None;
    Py_INCREF(PLAIN(first));
    put(&kept.first, first);
    second =
        second != NULL ? MARKED(second, PyList_CheckExact(second)) : Py_None;
    Py_INCREF(PLAIN(second));
    put(&kept.second, second);
    return PyLong_FromLong(1);
}

static PyObject *
forget(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    put(&kept.first, NULL);
    put(&kept.second, NULL);
#ifdef CORRECT
    Py_INCREF(Py_None);
#endif
    return Py_None;
}

static PyMethodDef methods[] = {
    { "set", set, METH_VARARGS, "Keep these." },
    { "forget", forget, METH_NOARGS, "Keep none." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tagged_pointer",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_tagged_pointer(void)
{
    return PyModule_Create(&definition);
}
