/*
 * A function calls back, and on one of its paths releases the answer twice. The
 * answer is None, whose changes nobody sees: the census shows that references
 * are missing, and the code who gave them away.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
tell(PyObject *Py_UNUSED(module), PyObject *callback)
{
    PyObject *answer = PyObject_CallObject(callback, NULL);
    PyObject *told;

    if (answer == NULL) {
        return NULL;
    }
    told = PyBool_FromLong(answer != Py_False);
#ifndef CORRECT
    if (answer != callback) {
        Py_DECREF(answer);
    }
#endif
    Py_DECREF(answer);
    return told;
}

/* Puts what was returned into a tuple that has it then. */
static PyObject *
keep(PyObject *Py_UNUSED(module), PyObject *callback)
{
    PyObject *kept = PyTuple_New(1);
    PyObject *answer;

    if (kept == NULL) {
        return NULL;
    }
    answer = PyObject_CallObject(callback, NULL);
    if (answer == NULL || PyTuple_SetItem(kept, 0, answer) < 0) {
        Py_DECREF(kept);
        return NULL;
    }
    return kept;
}

static PyMethodDef methods[] = {
    { "tell", tell, METH_O, "Calls it, and says whether it was not False." },
    { "keep", keep, METH_O, "Calls it, and returns its answer in a tuple." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "answer_released_twice",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_answer_released_twice(void)
{
    return PyModule_Create(&definition);
}
