#include <Python.h>

/*
 * What to build, with how many bytes, and from what. Each of the first rows
 * looks like an object, and the first one like a type as well; where objects
 * have their name, flags, items or dictionary there is something else.
 */
struct row {
    Py_ssize_t bytes;
    void *from;
    Py_ssize_t shape[14];
};

static struct row rows[64] = {
    { 48, &PyType_Type },     { 256, rows },
    { 16, &PyDict_Type },     { 16, &PyList_Type },
    { 16, &PyTuple_Type },    { 16, &PySet_Type },
    { 16, &PyUnicode_Type },  { 16, &PyLong_Type },
    { 16, &PyBytes_Type },    { 16, &PyModule_Type },
    { 16, &PyFunction_Type }, { 16, &PyCell_Type },
    { 16, &PyCode_Type },     { 16, &PyGen_Type },
    { 16, &PyProperty_Type }, { 16, &PyMemoryView_Type },
    { 16, &PyCapsule_Type },
};

/*
 * The slots of a metatype, and behind them those of another type: like a type
 * that is not ready, whose base is a number. The flags of the specification pass
 * for the count of an object of that type.
 */
static PyType_Slot slots[32] = {
    [0] = { Py_tp_base, &PyType_Type },
    [1] = { Py_tp_doc, "a metatype" },
    [16] = { Py_tp_call, rows },
};

static PyType_Spec specification = {
    "faked_type.Meta", 0, 0, Py_TPFLAGS_BASETYPE, slots,
};

/* The dynamic linker calls it, before anybody has looked at the module. */
__attribute__((constructor)) static void
fill(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (size_t k = 0; k < sizeof rows[i].shape / sizeof(Py_ssize_t); k++) {
            rows[i].shape[k] = k % 2 == 0 ? 0x140a0ff08478b48 : 0x441f0f660200;
        }
    }
}

static PyObject *
sizes(PyObject *module, PyObject *unused)
{
    Py_ssize_t bytes = 0;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bytes += rows[i].bytes;
    }
    return PyLong_FromSsize_t(bytes + specification.basicsize);
}

static PyMethodDef methods[] = {
    { "sizes", sizes, METH_NOARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "faked_type",
    NULL,
    -1,
    methods,
    NULL,
    NULL,
    NULL,
    NULL,
};

PyMODINIT_FUNC
PyInit_faked_type(void)
{
    return PyModule_Create(&definition);
}
