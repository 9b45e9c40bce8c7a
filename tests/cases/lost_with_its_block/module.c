/*
 * A handle of C keeps the list it was made for, and is never freed: no object
 * holds the list, and the only pointer to it stands in memory to which nothing
 * leads. All that were lost count, also those without an account.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdlib.h>

struct handle {
    PyObject *list;
    size_t size;
};

/* The compiler is not to see that nobody needs the memory. */
static void *(*volatile allocate)(size_t size) = malloc;

static struct handle *
open_handle(PyObject *list)
{
    struct handle *handle = (struct handle *)allocate(sizeof *handle);

    if (handle != NULL) {
        Py_INCREF(list);
        handle->list = list;
        handle->size = (size_t)PyList_Size(list);
    }
    return handle;
}

static void
close_handle(struct handle *handle)
{
#ifdef CORRECT
    Py_DECREF(handle->list);
    free(handle);
#else
    handle->size = 0;
#endif
}

static PyObject *
size_of(PyObject *Py_UNUSED(module), PyObject *list)
{
    struct handle *handle = open_handle(list);
    size_t size;

    if (handle == NULL) {
        return PyErr_NoMemory();
    }
    size = handle->size;
    close_handle(handle);
    return PyLong_FromSize_t(size);
}

static PyMethodDef methods[] = {
    { "size_of", size_of, METH_O, "The size of a list." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "lost_with_its_block",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_lost_with_its_block(void)
{
    return PyModule_Create(&definition);
}
