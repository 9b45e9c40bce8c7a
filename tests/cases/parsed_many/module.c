/*
 * A function takes what it was called with, or else has a default, and releases
 * all of it in the end: but one of them, whose address was handed over on the
 * stack, it does not take.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
joined(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *a = NULL, *b = NULL, *c = NULL, *d = NULL, *e = NULL, *f = NULL;
    Py_ssize_t true = 0;

    if (!PyArg_ParseTuple(arguments, "|OOOOOO", &a, &b, &c, &d, &e, &f)) {
        return NULL;
    }
    Py_XINCREF(a);
    Py_XINCREF(b);
    Py_XINCREF(c);
    Py_XINCREF(d);
    Py_XINCREF(e);
#ifdef CORRECT
    Py_XINCREF(f);
#endif
    true += a != NULL && PyObject_IsTrue(a) == 1;
    true += b != NULL && PyObject_IsTrue(b) == 1;
    true += c != NULL && PyObject_IsTrue(c) == 1;
    true += d != NULL && PyObject_IsTrue(d) == 1;
    true += e != NULL && PyObject_IsTrue(e) == 1;
    true += f != NULL && PyObject_IsTrue(f) == 1;
    Py_CLEAR(a);
    Py_CLEAR(b);
    Py_CLEAR(c);
    Py_CLEAR(d);
    Py_CLEAR(e);
    Py_CLEAR(f);
    return PyLong_FromSsize_t(true + 1000);
}

static PyMethodDef methods[] = {
    { "joined", joined, METH_VARARGS, "How many are true." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "parsed_many",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_parsed_many(void)
{
    return PyModule_Create(&definition);
}
