/*
 * A dict that is built of what is given and of None. BUG: the format "N" gives
 * away a reference to None that nobody took; it is the interpreter's code that
 * releases it.
 */
#include <Python.h>

static long built;
static PyObject *volatile parent; /* what it is no code tells */

static PyObject *
describe(PyObject *module, PyObject *name)
{
    PyObject *made;

    (void)module;
#ifdef CORRECT
    Py_INCREF(parent);
#endif
    made = Py_BuildValue("{s:O,s:N}", "name", name, "parent", parent);
    built += made != NULL;
    return made;
}

static PyMethodDef methods[] = {
    { "describe", describe, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wrongly_built",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_wrongly_built(void)
{
    parent = Py_None;
    return PyModule_Create(&definition);
}
