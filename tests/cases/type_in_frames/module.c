/*
 * Instances of a type that was made from a specification own a reference to
 * it: tp_alloc has taken it, and who takes the instance apart must release it.
 * Frames that hold the type release it just as often.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static void
point_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);

    type->tp_free(self);
#ifdef CORRECT
    Py_DECREF(type);
#endif
}

static PyType_Slot slots[] = {
    { Py_tp_dealloc, point_dealloc },
    { 0, NULL },
};

static PyType_Spec point_spec = {
    .name = "type_in_frames.Point",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_in_frames",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_type_in_frames(void)
{
    PyObject *module = PyModule_Create(&definition);
    PyObject *point = module == NULL ? NULL : PyType_FromSpec(&point_spec);

    if (point != NULL && PyModule_AddObject(module, "Point", point) < 0) {
        Py_DECREF(point);
        Py_CLEAR(module);
    }
    return module;
}
