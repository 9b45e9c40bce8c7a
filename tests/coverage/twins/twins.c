/* Takes and gives references in functions of its own; built both ways. */
#include <Python.h>

#define APART __attribute__((noinline, noclone))

APART static void
take_one(PyObject *object)
{
    Py_INCREF(object);
}

APART static void
take_two(PyObject *object)
{
    Py_INCREF(object);
    Py_INCREF(object);
}

APART static void
give_one(PyObject *object)
{
    Py_DECREF(object);
}

APART static PyObject *
hand_on(PyObject *object)
{
    Py_XINCREF(object);
    take_one(object);
    Py_XDECREF(object);
    return object;
}

/* Three references stay: nobody gives them back. */
APART static PyObject *
keep(PyObject *module, PyObject *object)
{
    (void)module;
    take_two(object);
    give_one(object);
    hand_on(object);
    take_one(object);
    return PyLong_FromLong(3);
}

static PyMethodDef methods[] = {
    { "keep", keep, METH_O, "Take three references too many." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "twins", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_twins(void)
{
    return PyModule_Create(&definition);
}
