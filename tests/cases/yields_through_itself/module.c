/*
 * A function goes through lists by calling itself, below one that hands up nothing.
 * It forgets what it asked an item for. What it asked for did not have to pass out
 * of the other one: the innermost of its calls had it.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static int visit(PyObject *item);
static volatile int depth;

static int __attribute__((noinline)) visit_list(PyObject *list)
{
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        if (visit(PyList_GET_ITEM(list, i)) < 0) {
            return -1;
        }
    }
    return 0;
}

static int __attribute__((noinline)) visit(PyObject *item)
{
    PyObject *method, *answer;

    if (PyList_Check(item)) {
        int status;

        depth++;
        status = visit_list(item);
        depth--;
        return status;
    }
    method = PyObject_GetAttrString(item, "visited");
    if (method == NULL) {
        return -1;
    }
    answer = PyObject_CallObject(method, NULL);
    if (answer == NULL) {
        PyErr_Clear();
#ifdef CORRECT
        Py_DECREF(method);
#endif
        return 0;
    }
    Py_DECREF(answer);
    Py_DECREF(method);
    return 0;
}

static PyObject *
walk(PyObject *module, PyObject *list)
{
    (void)module;
    if (visit(list) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    { "walk", walk, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "yields_through_itself",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_yields_through_itself(void)
{
    return PyModule_Create(&definition);
}
