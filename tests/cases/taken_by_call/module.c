/*
 * References are taken by a call of Py_IncRef, as limited API modules and Rust
 * do. BUG: who looks for the first item that is long enough forgets those that
 * are not.
 */
#include <Python.h>

static __attribute__((noinline)) PyObject *
take_item(PyObject *items, Py_ssize_t at)
{
    PyObject *item = PyList_GetItem(items, at);

    Py_IncRef(item);
    return item;
}

static PyObject *
first_long(PyObject *Py_UNUSED(module), PyObject *items)
{
    for (Py_ssize_t i = 0; i < PyList_Size(items); i++) {
        PyObject *item = take_item(items, i);

        if (PyObject_Length(item) > 2) {
            return item;
        }
#ifdef CORRECT
        Py_DecRef(item);
#endif
    }
    Py_IncRef(Py_None);
    return Py_None;
}

static PyMethodDef methods[] = {
    { "first_long", first_long, METH_O, "The first item of three or more." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "taken_by_call",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_taken_by_call(void)
{
    return PyModule_Create(&definition);
}
