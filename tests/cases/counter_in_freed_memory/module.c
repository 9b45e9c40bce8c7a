#include <Python.h>

/* What the allocator leaves alone stays as the object had it: its type, too. */
struct repeat {
    Py_ssize_t count;
    void *stale;
};

__attribute__((noinline)) static void
begin(struct repeat *repeat, Py_ssize_t count)
{
    repeat->count = count;
}

__attribute__((noinline)) static void
step_back(struct repeat *repeat)
{
    repeat->count--;
}

static PyObject *
match(PyObject *module, PyObject *argument)
{
    Py_ssize_t bytes, count;
    PyObject *text = PyByteArray_FromStringAndSize(NULL, 0);
    struct repeat *repeat;

    if (text == NULL) {
        return NULL;
    }
    bytes = Py_TYPE(text)->tp_basicsize;
    Py_DECREF(text);
    repeat = PyObject_Malloc((size_t)bytes); /* where the object was */
    if (repeat == NULL) {
        return PyErr_NoMemory();
    }
    begin(repeat, 0);
    step_back(repeat);
    count = repeat->count;
    PyObject_Free(repeat);
    return PyLong_FromSsize_t(count);
}

static PyMethodDef methods[] = {
    { "match", match, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "counter_in_freed_memory",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_counter_in_freed_memory(void)
{
    return PyModule_Create(&definition);
}
