/*
 * A call on an empty text keeps a reference to the module's own type, which lies
 * in its data. Its changes are seen only once its count has risen for a while.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyTypeObject Measure = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "type_gained.Measure",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
measure(PyObject *Py_UNUSED(module), PyObject *text)
{
    PyObject *type = (PyObject *)&Measure;
    Py_ssize_t length = PyUnicode_GetLength(text);

    Py_INCREF(type);
#ifndef CORRECT
    if (length == 0) {
        return PyLong_FromLong(0);
    }
#endif
    Py_DECREF(type);
    return length < 0 ? NULL : PyLong_FromSsize_t(length);
}

static PyMethodDef methods[] = {
    { "measure", measure, METH_O, "How long a text is." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_gained",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_type_gained(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&Measure) < 0) {
        return NULL;
    }
    Py_INCREF(&Measure);
    PyModule_AddObject(module, "Measure", (PyObject *)&Measure);
    return module;
}
