/* What a helper hands up through a pointer is forgotten by who asked for it. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *shapes;

/* Takes one for its caller; made anew when it is asked for the first time. */
static __attribute__((noinline)) int
find_shape(PyObject *name, PyObject **found)
{
    PyObject *shape = PyDict_GetItemWithError(shapes, name);

    if (shape != NULL) {
        Py_INCREF(shape);
        *found = shape;
        return 0;
    }
    if (PyErr_Occurred()) {
        return -1;
    }
    shape = PyList_New(2);
    if (shape == NULL || PyList_SetItem(shape, 0, Py_BuildValue("i", 1)) < 0 ||
        PyList_SetItem(shape, 1, Py_BuildValue("i", 2)) < 0 ||
        PyDict_SetItem(shapes, name, shape) < 0) {
        Py_XDECREF(shape);
        return -1;
    }
    *found = shape;
    return 0;
}

static __attribute__((noinline)) Py_ssize_t
count_corners(PyObject *name)
{
    PyObject *shape;
    Py_ssize_t count;

    if (find_shape(name, &shape) < 0) {
        return -1;
    }
    count = PyList_Size(shape);
#ifdef CORRECT
    Py_DECREF(shape);
#endif
    return count;
}

static PyObject *
corners(PyObject *Py_UNUSED(module), PyObject *name)
{
    Py_ssize_t count = count_corners(name);

    return count < 0 ? NULL : PyLong_FromSsize_t(count);
}

static PyMethodDef methods[] = {
    { "corners", corners, METH_O, "Of the shape with that name." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "handed_by_pointer",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_handed_by_pointer(void)
{
    shapes = PyDict_New();
    return shapes != NULL ? PyModule_Create(&definition) : NULL;
}
