/*
 * A function that is inlined forgets its iterator where an item is no text; what
 * it returns then is another iterator, or NULL, for which its caller looks.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static inline PyObject *
texts_of(PyObject *items)
{
    PyObject *iterator = PyObject_GetIter(items);
    PyObject *texts, *item, *result;

    if (iterator == NULL) {
        return NULL;
    }
    texts = PyList_New(0);
    if (texts == NULL) {
        Py_DECREF(iterator);
        return NULL;
    }
    while ((item = PyIter_Next(iterator)) != NULL) {
        if (!PyUnicode_Check(item) || PyList_Append(texts, item) < 0) {
            PyErr_SetString(PyExc_TypeError, "a text is wanted");
            goto failed;
        }
        Py_DECREF(item);
    }
    Py_DECREF(iterator);
    if (PyErr_Occurred()) {
        Py_DECREF(texts);
        return NULL;
    }
    result = PyObject_GetIter(texts);
    Py_DECREF(texts);
    return result;
failed:
    Py_XDECREF(item);
    Py_DECREF(texts);
#ifdef CORRECT
    Py_DECREF(iterator);
#endif
    return NULL;
}

static PyObject *
joined(PyObject *Py_UNUSED(module), PyObject *items)
{
    PyObject *text = PyUnicode_FromString("");
    PyObject *iterator, *item = NULL;

    if (text == NULL) {
        return NULL;
    }
    iterator = texts_of(items);
    if (iterator == NULL) {
        goto failed;
    }
    while ((item = PyIter_Next(iterator)) != NULL) {
        PyUnicode_Append(&text, item);
        Py_CLEAR(item);
    }
    Py_CLEAR(iterator);
    if (PyErr_Occurred()) {
        goto failed;
    }
    return text;
failed:
    Py_XDECREF(text);
    Py_XDECREF(item);
    Py_XDECREF(iterator);
    return NULL;
}

static PyMethodDef methods[] = {
    { "joined", joined, METH_O, "The texts, one behind the other." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "lost_in_an_inlined_one",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_lost_in_an_inlined_one(void)
{
    return PyModule_Create(&definition);
}
