/*
 * A call takes a type in static data and forgets it, a few hundred times soon
 * after long imports, and makes nothing: no birth is there to look at the time.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyTypeObject unit_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "static_soon.Unit",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

/* Nothing without a unit. */
static PyObject *
measure(PyObject *Py_UNUSED(module), PyObject *number)
{
    PyObject *unit = (PyObject *)&unit_type;

    Py_INCREF(unit);
    if (PyObject_IsTrue(number) != 1) {
#ifdef CORRECT
        Py_DECREF(unit);
#endif
        return PyLong_FromLong(0);
    }
    Py_DECREF(unit);
    return PyLong_FromLong(1);
}

static PyMethodDef methods[] = {
    { "measure", measure, METH_O, "Whether there is anything of that." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "static_soon",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_static_soon(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&unit_type) < 0) {
        return NULL;
    }
    Py_INCREF(&unit_type);
    PyModule_AddObject(module, "Unit", (PyObject *)&unit_type);
    return module;
}
