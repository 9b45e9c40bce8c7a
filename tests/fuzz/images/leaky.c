/*
 * What leaky.so was made of: code for reports to read, with every kind of fault
 * that they look for, by compilers that use the stack in different ways.
 * corpus/code_read is the ledger of a program that called its functions:
 *
 *     gcc-12 -O2 -fPIC -shared -fcf-protection=none -Wl,-z,noseparate-code \
 *         -isystem /usr/include/python3.11 -o leaky.so leaky.c
 *
 * Ledgers name it without a folder; another build of it would have its code at
 * other addresses, so that both are made anew or neither.
 */
#include <Python.h>

struct keeper {
    PyObject_HEAD PyObject *kept;
};

/* Forgets the list on the way out that an error takes; spills registers. */
__attribute__((optimize("O0"))) static PyObject *
numbers(PyObject *Py_UNUSED(module), PyObject *texts)
{
    PyObject *list = PyList_New(0);

    for (Py_ssize_t i = 0; list != NULL && i < PyTuple_GET_SIZE(texts); i++) {
        PyObject *value =
            PyLong_FromUnicodeObject(PyTuple_GET_ITEM(texts, i), 10);

        if (value == NULL) {
            return NULL;
        }
        if (PyList_Append(list, value) != 0) {
            Py_DECREF(value);
            Py_DECREF(list);
            return NULL;
        }
        Py_DECREF(value);
    }
    return list;
}

/* Forgets an attribute, whatever happens. */
static PyObject *
options(PyObject *Py_UNUSED(module), PyObject *config)
{
    PyObject *found = PyObject_GetAttrString(config, "options");

    return found == NULL ? NULL : PyLong_FromSsize_t(PyObject_Size(found));
}

/* Forgets the exception that it fetched. */
static PyObject *
quietly(PyObject *Py_UNUSED(module), PyObject *function)
{
    PyObject *type, *value, *traceback;
    PyObject *result = PyObject_CallNoArgs(function);

    if (result != NULL) {
        return result;
    }
    PyErr_Fetch(&type, &value, &traceback);
    if (type == PyExc_MemoryError) {
        PyErr_Restore(type, value, traceback);
        return NULL;
    }
    Py_RETURN_NONE;
}

/* Overwrites a field that owns something. */
static PyObject *
keep(struct keeper *self, PyObject *object)
{
    Py_INCREF(object);
    self->kept = object;
    Py_RETURN_NONE;
}

static void
keeper_dealloc(struct keeper *self)
{
    PyTypeObject *type = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->kept);
    type->tp_free(self);
    Py_DECREF(type);
}

static int
keeper_traverse(struct keeper *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->kept);
    return 0;
}

static int
keeper_clear(struct keeper *Py_UNUSED(self))
{
    return 0; /* leaves out what is kept */
}

static PyMethodDef keeper_methods[] = {
    { "keep", (PyCFunction)keep, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static PyType_Slot keeper_slots[] = {
    { Py_tp_dealloc, keeper_dealloc },
    { Py_tp_traverse, keeper_traverse },
    { Py_tp_clear, keeper_clear },
    { Py_tp_methods, keeper_methods },
    { 0, NULL },
};

static PyType_Spec keeper_spec = {
    .name = "leaky.Keeper",
    .basicsize = sizeof(struct keeper),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = keeper_slots,
};

static PyMethodDef methods[] = {
    { "numbers", numbers, METH_VARARGS, NULL },
    { "options", options, METH_O, NULL },
    { "quietly", quietly, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "leaky",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_leaky(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module != NULL) {
        PyModule_AddObject(module, "Keeper", PyType_FromSpec(&keeper_spec));
    }
    return module;
}
