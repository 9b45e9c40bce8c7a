/* What a parcel holds is let go by two functions, and one of them forgets. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

struct parcel {
    PyObject_HEAD PyObject *first, *second, *third, *label;
};

static PyTypeObject parcel_type;

static __attribute__((noinline)) void
drop(PyObject **slot)
{
    Py_CLEAR(*slot);
}

static int
parcel_traverse(PyObject *self, visitproc visit, void *arg)
{
    struct parcel *parcel = (struct parcel *)self;

    Py_VISIT(parcel->first);
    Py_VISIT(parcel->second);
    Py_VISIT(parcel->third);
    Py_VISIT(parcel->label);
    return 0;
}

static int
parcel_clear(PyObject *self)
{
    struct parcel *parcel = (struct parcel *)self;

    Py_CLEAR(parcel->first);
#ifdef CORRECT
    Py_CLEAR(parcel->second);
#endif
    Py_CLEAR(parcel->third);
    drop(&parcel->label);
    return 0;
}

static void
parcel_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    (void)Py_TYPE(self)->tp_clear(self);
    PyObject_GC_Del(self);
}

static PyObject *
pack(PyObject *module, PyObject *arguments)
{
    struct parcel *parcel = PyObject_GC_New(struct parcel, &parcel_type);

    (void)module;
    if (parcel == NULL) {
        return NULL;
    }
    parcel->first = parcel->second = parcel->third = parcel->label = NULL;
    if (!PyArg_ParseTuple(arguments, "OOOO", &parcel->first, &parcel->second,
                          &parcel->third, &parcel->label)) {
        PyObject_GC_Del(parcel);
        return NULL;
    }
    Py_INCREF(parcel->first);
    Py_INCREF(parcel->second);
    Py_INCREF(parcel->third);
    Py_INCREF(parcel->label);
    PyObject_GC_Track(parcel);
    return (PyObject *)parcel;
}

static PyTypeObject parcel_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "forgotten_among_others.Parcel",
    .tp_basicsize = sizeof(struct parcel),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = parcel_traverse,
    .tp_clear = parcel_clear,
    .tp_dealloc = parcel_dealloc,
};

static PyMethodDef functions[] = {
    { "pack", pack, METH_VARARGS, "A parcel with four things." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "forgotten_among_others",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_forgotten_among_others(void)
{
    return PyType_Ready(&parcel_type) < 0 ? NULL : PyModule_Create(&definition);
}
