/* A new object is put into a tuple, which takes a reference of its own. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
numbered(PyObject *Py_UNUSED(module), PyObject *text)
{
    PyObject *words = PyUnicode_Split(text, NULL, -1);
    Py_ssize_t count;

    if (words == NULL) {
        return NULL;
    }
    count = PyList_GET_SIZE(words);
#ifdef CORRECT
    return Py_BuildValue("(nN)", count, words);
#else
    return Py_BuildValue("(nO)", count, words);
#endif
}

static PyMethodDef methods[] = {
    { "numbered", numbered, METH_O, "The words, and how many there are." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "built_value",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_built_value(void)
{
    return PyModule_Create(&definition);
}
