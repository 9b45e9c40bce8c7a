/* One call loses a list and a text that the list never held. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
full_name(const char *text)
{
    return PyUnicode_FromFormat("the name %s", text);
}

static PyObject *
look(PyObject *Py_UNUSED(module), PyObject *names)
{
    PyObject *copy = PySequence_List(names);
    PyObject *name;
    Py_ssize_t count;
    int found;

    if (copy == NULL) {
        return NULL;
    }
    count = PyList_GET_SIZE(copy);
    name = full_name("of the rose");
    if (name == NULL) {
        return NULL;
    }
    found = PySequence_Contains(names, name);
#ifdef CORRECT
    Py_DECREF(copy);
    Py_DECREF(name);
#endif
    return found < 0 ? NULL : PyLong_FromSsize_t(found ? count : -count);
}

static PyMethodDef methods[] = {
    { "look", look, METH_O, "How many there are; negative: not the one." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "two_leaks",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_two_leaks(void)
{
    return PyModule_Create(&definition);
}
