/*
 * A function releases its argument only where it made a number of it first, and
 * remembers that in a flag: it asks the flag and not the pointer. It is right;
 * another function returns what it found in a list, which is not its own.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static unsigned long long items[8];

/* Like QQ_setitem of the array module. */
static PyObject *
store(PyObject *Py_UNUSED(module), PyObject *number)
{
    int made = 0;
    unsigned long long value;

    if (!PyLong_Check(number)) {
        number = PyNumber_Index(number);
        if (number == NULL) {
            return NULL;
        }
        made = 1;
    }
    value = PyLong_AsUnsignedLongLong(number);
    if (value == (unsigned long long)-1 && PyErr_Occurred()) {
        if (made) {
            Py_DECREF(number);
        }
        return NULL;
    }
    items[value % 8] = value;
    if (made) {
        Py_DECREF(number);
    }
    return PyUnicode_FromString("stored");
}

static PyObject *
first_of(PyObject *Py_UNUSED(module), PyObject *list)
{
    PyObject *item = PyList_GetItem(list, 0);

#ifdef CORRECT
    Py_XINCREF(item);
#endif
    return item;
}

static PyMethodDef methods[] = {
    { "store", store, METH_O, "Put it away." },
    { "first_of", first_of, METH_O, "What comes first." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "released_by_a_flag",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_released_by_a_flag(void)
{
    return PyModule_Create(&definition);
}
