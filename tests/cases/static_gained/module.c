/*
 * A call on text that begins with a space keeps a reference to the empty
 * string, one object for the whole program: in static data with 3.11. Its
 * changes are seen only once its count has risen for a while.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string.h>

static PyObject *
first_word_length(PyObject *Py_UNUSED(module), PyObject *text)
{
    const char *words = PyUnicode_AsUTF8(text);
    PyObject *word;
    Py_ssize_t length;

    if (words == NULL) {
        return NULL;
    }
    word = PyUnicode_FromStringAndSize(words,
                                       (Py_ssize_t)strcspn(words, " "));
    if (word == NULL) {
        return NULL;
    }
    length = PyUnicode_GET_LENGTH(word);
#ifndef CORRECT
    if (length == 0) {
        return PyLong_FromLong(0);
    }
#endif
    Py_DECREF(word);
    return PyLong_FromSsize_t(length);
}

static PyMethodDef methods[] = {
    { "first_word_length", first_word_length, METH_O,
      "How many characters come before the first space." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "static_gained",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_static_gained(void)
{
    return PyModule_Create(&definition);
}
