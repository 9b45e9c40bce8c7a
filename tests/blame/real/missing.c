/*
 * missing - what CPython's own modules call and an interpreter does not export.
 *
 * They are built into the interpreter there; here each is a file of its own.
 */
#include <Python.h>

PyObject *
_PyTuple_FromArray(PyObject *const *items, Py_ssize_t count)
{
    PyObject *tuple = PyTuple_New(count);

    for (Py_ssize_t i = 0; tuple != NULL && i < count; i++) {
        PyTuple_SET_ITEM(tuple, i, Py_NewRef(items[i]));
    }
    return tuple;
}

PyObject *
_PyDict_Pop_KnownHash(PyObject *dict, PyObject *key, Py_hash_t hash,
                      PyObject *otherwise)
{
    PyObject *value = _PyDict_GetItem_KnownHash(dict, key, hash);

    if (value == NULL) {
        return Py_XNewRef(otherwise);
    }
    Py_INCREF(value);
    if (_PyDict_DelItem_KnownHash(dict, key, hash) < 0) {
        Py_CLEAR(value);
    }
    return value;
}
