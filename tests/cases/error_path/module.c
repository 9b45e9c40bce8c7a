/* The list made so far is forgotten when an item is refused. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
parse_numbers(PyObject *texts)
{
    PyObject *numbers = PyList_New(0);
    if (numbers == NULL) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(texts); i++) {
        PyObject *value =
            PyLong_FromUnicodeObject(PyTuple_GET_ITEM(texts, i), 10);
        if (value == NULL) {
#ifdef CORRECT
            Py_DECREF(numbers);
#endif
            return NULL;
        }
        int status = PyList_Append(numbers, value);
        Py_DECREF(value);
        if (status < 0) {
            Py_DECREF(numbers);
            return NULL;
        }
    }
    return numbers;
}

static PyObject *
parse(PyObject *Py_UNUSED(module), PyObject *texts)
{
    return parse_numbers(texts);
}

static PyMethodDef methods[] = {
    { "parse", parse, METH_VARARGS, "Its arguments as numbers." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "error_path",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_error_path(void)
{
    return PyModule_Create(&definition);
}
