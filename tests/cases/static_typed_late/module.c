/*
 * An object in static data gets its last type when the module is set up, in
 * memory that is taken then, as numpy's dtypes do. A call takes it and forgets it.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

static PyTypeObject kind_of_unit = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "static_typed_late.KindOfUnit",
    .tp_basicsize = sizeof(PyHeapTypeObject),
    .tp_itemsize = sizeof(struct PyMemberDef),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_TYPE_SUBCLASS,
};

static PyTypeObject first_kind = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "static_typed_late.Kind",
};

static PyTypeObject others[8];

static struct unit {
    PyObject base;
    double meters;
} meter = { .base.ob_type = &first_kind, .meters = 1 };

static PyObject *
measure(PyObject *Py_UNUSED(module), PyObject *number)
{
    PyObject *unit = &meter.base;

    Py_INCREF(unit);
    number = PyNumber_Long(number);
#ifdef CORRECT
    Py_DECREF(unit);
#endif
    return number;
}

static PyMethodDef methods[] = {
    { "measure", measure, METH_O, "The number, in meters." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "static_typed_late",
    .m_methods = methods,
};

static PyTypeObject *
make_unit(void)
{
    PyTypeObject *unit = PyMem_Calloc(1, sizeof(PyHeapTypeObject));

    if (unit != NULL) {
        Py_SET_REFCNT((PyObject *)unit, 1);
        Py_SET_TYPE((PyObject *)unit, &kind_of_unit);
        unit->tp_name = "static_typed_late.Unit";
        unit->tp_basicsize = sizeof(struct unit);
        unit->tp_flags = Py_TPFLAGS_DEFAULT;
        if (PyType_Ready(unit) == 0) {
            return unit;
        }
    }
    return NULL;
}

PyMODINIT_FUNC
PyInit_static_typed_late(void)
{
    PyObject *module = PyModule_Create(&definition);
    PyTypeObject *unit;

    Py_SET_REFCNT(&meter.base, 1);
    kind_of_unit.tp_base = &PyType_Type;
    if (module == NULL || PyType_Ready(&first_kind) < 0 ||
        PyType_Ready(&kind_of_unit) < 0 || (unit = make_unit()) == NULL) {
        return NULL;
    }
    Py_SET_TYPE(&meter.base, unit);
    for (int i = 0; i < 8; i++) {
        others[i].tp_name = "static_typed_late.Other";
        if (PyType_Ready(&others[i]) < 0) {
            return NULL;
        }
    }
    Py_INCREF(&meter.base);
    PyModule_AddObject(module, "METER", &meter.base);
    return module;
}
