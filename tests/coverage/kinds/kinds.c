/* Takes one reference too many to whatever it is given; from 3.12 on makes it
   immortal, too, so that no reference to it is any. */
#include <Python.h>

static PyObject *
leak(PyObject *module, PyObject *object)
{
    (void)module;
    Py_INCREF(object);
    return PyLong_FromLong(3);
}

#if PY_VERSION_HEX >= 0x030c0000
#ifndef _Py_IMMORTAL_REFCNT
#define _Py_IMMORTAL_REFCNT _Py_IMMORTAL_INITIAL_REFCNT /* from 3.14 */
#endif

static PyObject *
make_immortal(PyObject *module, PyObject *object)
{
    (void)module;
    Py_SET_REFCNT(object, _Py_IMMORTAL_REFCNT);
    return PyLong_FromLong(3);
}
#endif

static PyMethodDef methods[] = {
    { "leak", leak, METH_O, "Take one reference too many." },
#if PY_VERSION_HEX >= 0x030c0000
    { "make_immortal", make_immortal, METH_O, "Nobody counts any more." },
#endif
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "kinds", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_kinds(void)
{
    return PyModule_Create(&definition);
}
