/*
 * Another module, which has objects made by the library. BUG, unless it is to be
 * correct: what it was handed is used and forgotten.
 */
#include "maker.h"

static struct maker *maker;

static PyObject *
ask_about(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    double value;
    PyObject *function, *wrapped, *answer = NULL;
    struct part *part;
    int correct;

    if (!PyArg_ParseTuple(arguments, "Odp", &function, &value, &correct)) {
        return NULL;
    }
    part = maker->begin(value);
    if (part == NULL) {
        return PyErr_NoMemory();
    }
    wrapped = maker->wrap(part);
    if (wrapped != NULL) {
        answer = PyObject_CallFunctionObjArgs(function, wrapped, NULL);
        if (correct) {
            Py_DECREF(wrapped);
        }
    }
    maker->end(part);
    return answer;
}

static PyMethodDef functions[] = {
    { "ask_about", ask_about, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "user",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_user(void)
{
    maker = PyCapsule_Import("maker.api", 0);
    return maker != NULL ? PyModule_Create(&definition) : NULL;
}
