/* PyTuple_SET_ITEM steals its reference; the increment is one too many. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
make_point(double x, double y)
{
    PyObject *point = PyTuple_New(2);
    if (point == NULL) {
        return NULL;
    }
    double both[] = { x, y };
    for (Py_ssize_t i = 0; i < 2; i++) {
        PyObject *value = PyFloat_FromDouble(both[i]);
        if (value == NULL) {
            Py_DECREF(point);
            return NULL;
        }
#ifndef CORRECT
        Py_INCREF(value);
#endif
        PyTuple_SET_ITEM(point, i, value);
    }
    return point;
}

static PyObject *
grid(PyObject *Py_UNUSED(module), PyObject *size)
{
    long side = PyLong_AsLong(size);
    if (side == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyObject *points = PyList_New(0);
    for (long i = 0; points != NULL && i < side * side; i++) {
        PyObject *point =
            make_point((double)(i % side) + 0.5, (double)(i / side) + 0.5);
        if (point == NULL || PyList_Append(points, point) < 0) {
            Py_CLEAR(points);
        }
        Py_XDECREF(point);
    }
    return points;
}

static PyMethodDef methods[] = {
    { "grid", grid, METH_O, "The middle points of a square grid." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "stolen_reference",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_stolen_reference(void)
{
    return PyModule_Create(&definition);
}
