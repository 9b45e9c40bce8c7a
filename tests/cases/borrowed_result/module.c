/*
 * A function returns what it only borrowed, by way of a result in memory, as
 * compilers of other languages do: no code on that way shows that a reference
 * is given away that nobody took. The list dies of it, and is released again.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

struct result {
    int failed;
    PyObject *value;
};

typedef void function(struct result *result, PyObject *items);

static void
first_of(struct result *result, PyObject *items)
{
    result->value = PyTuple_GetItem(items, 0);
    result->failed = result->value == NULL;
#ifdef CORRECT
    Py_XINCREF(result->value);
#endif
}

static function *volatile chosen = first_of;

static PyObject *
first(PyObject *Py_UNUSED(module), PyObject *items)
{
    volatile struct result result = { 0, NULL };

    chosen((struct result *)&result, items);
    return result.failed ? NULL : result.value;
}

static PyMethodDef methods[] = {
    { "first", first, METH_O, "The first of a tuple." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "borrowed_result",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_borrowed_result(void)
{
    return PyModule_Create(&definition);
}
