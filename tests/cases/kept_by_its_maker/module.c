/*
 * Makes objects and puts them into a list of its own, which Python sees:
 * nothing that a line of Python did keeps them.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

enum { ROOM = 4096 };

static PyObject *kept;

static PyObject *
half(PyObject *Py_UNUSED(module), PyObject *number)
{
    static Py_ssize_t used;
    PyObject *made = PyFloat_FromDouble(PyFloat_AsDouble(number) / 2);

    if (made == NULL) {
        return NULL;
    }
#ifdef CORRECT
    used = 0;
#endif
    if (PyList_SetItem(kept, used++ % ROOM, made) < 0) { /* which steals it */
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    { "half", half, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "kept_by_its_maker",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_kept_by_its_maker(void)
{
    PyObject *module = PyModule_Create(&definition);

    kept = PyList_New(ROOM);
    for (Py_ssize_t i = 0; kept != NULL && i < ROOM; i++) {
        PyList_SET_ITEM(kept, i, (Py_INCREF(Py_None), Py_None));
    }
    if (module == NULL || kept == NULL ||
        PyModule_AddObject(module, "kept", (Py_INCREF(kept), kept)) < 0) {
        return NULL;
    }
    return module;
}
