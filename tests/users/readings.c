/*
 * readings - lines of "name=number" become a dictionary.
 *
 * An extension module as somebody might write it, with two mistakes; WELL
 * makes the twin without them.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string.h>

/* Keeps one reading. */
static int
keep_reading(PyObject *readings, const char *name, Py_ssize_t length,
             const char *number)
{
    PyObject *key = PyUnicode_FromStringAndSize(name, length);
    PyObject *value = PyFloat_FromDouble(strtod(number, NULL));
    int kept = -1;

    if (key != NULL && value != NULL) {
        kept = PyDict_SetItem(readings, key, value);
    }
    Py_XDECREF(key);
#ifdef WELL
    Py_XDECREF(value); /* the dictionary has taken its own */
#endif
    return kept;
}

static PyObject *
read_lines(PyObject *module, PyObject *text)
{
    const char *at = PyUnicode_AsUTF8(text);
    PyObject *readings = at != NULL ? PyDict_New() : NULL;

    (void)module;
    while (readings != NULL && *at != '\0') {
        const char *equals = strchr(at, '=');

        if (equals == NULL) {
            PyErr_SetString(PyExc_ValueError, "a line without a number");
#ifdef WELL
            Py_DECREF(readings);
#endif
            return NULL;
        }
        if (keep_reading(readings, at, equals - at, equals + 1) < 0) {
            Py_CLEAR(readings);
            break;
        }
        at = strchr(equals, '\n');
        at = at != NULL ? at + 1 : "";
    }
    return readings;
}

static PyMethodDef methods[] = {
    { "read", read_lines, METH_O, "read(text) -> {name: number}" },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "readings",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_readings(void)
{
    return PyModule_Create(&definition);
}
