/* Functions of which most forget a reference. Each is on lines of its own. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
returns_kept(PyObject *module, PyObject *argument)
{
    PyObject *list = PyList_New(0);

    (void)module;
    (void)argument;
    Py_XINCREF(list); /* LEAK returns_kept */
    return list;
}

static PyObject *
forgets_on_error(PyObject *module, PyObject *argument)
{
    PyObject *pair = PyList_New(0); /* LEAK forgets_on_error */
    long number = PyLong_AsLong(argument);

    (void)module;
    if (pair == NULL || (number == -1 && PyErr_Occurred())) {
        return NULL;
    }
    Py_DECREF(pair);
    return PyLong_FromLong(number);
}

static PyObject *
appends_new(PyObject *module, PyObject *argument)
{
    PyObject *list = PyList_New(0);
    PyObject *text =
        PyUnicode_FromFormat("item %d", 12345); /* LEAK appends_new */

    (void)module;
    (void)argument;
    if (list == NULL || text == NULL || PyList_Append(list, text) < 0) {
        return NULL;
    }
    return list;
}

static PyObject *
keeps_argument(PyObject *module, PyObject *argument)
{
    (void)module;
    Py_INCREF(argument); /* LEAK keeps_argument */
    Py_RETURN_NONE;
}

static PyObject *
keeps_none(PyObject *module, PyObject *argument)
{
    (void)module;
    (void)argument;
    Py_INCREF(Py_None); /* LEAK keeps_none */
    return PyLong_FromLong(1);
}

static PyTypeObject kind = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "leaky.Kind",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
keeps_type(PyObject *module, PyObject *argument)
{
    (void)module;
    (void)argument;
    Py_INCREF(&kind); /* LEAK keeps_type */
    Py_RETURN_NONE;
}

static PyObject *
forgets_dict(PyObject *module, PyObject *argument)
{
    PyObject *dict = PyDict_New(); /* LEAK forgets_dict */

    (void)module;
    if (dict == NULL || PyDict_SetItemString(dict, "key", argument) < 0) {
        Py_XDECREF(dict);
        return NULL;
    }
    return PyLong_FromSsize_t(PyDict_Size(dict)); /* LEAK forgets_dict 3 */
}

static PyObject *
gets_attribute(PyObject *module, PyObject *argument)
{
    PyObject *value =
        PyObject_GetAttrString(argument, "value"); /* LEAK gets_attribute */

    (void)module;
    if (value == NULL) {
        return NULL;
    }
    return PyBool_FromLong(PyObject_IsTrue(value));
}

static PyObject *
is_healthy(PyObject *module, PyObject *argument)
{
    PyObject *list = PyList_New(0), *text = PyUnicode_FromFormat("%d", 12345);

    (void)module;
    if (list == NULL || text == NULL || PyList_Append(list, text) < 0 ||
        PyList_Append(list, argument) < 0) {
        Py_CLEAR(list);
    }
    Py_XDECREF(text);
    return list;
}

/*
 * Like numpy's dtypes: in static data, of a kind that is in memory of the heap,
 * with a pointer to a type of the module behind it.
 */
static struct {
    PyObject_HEAD PyTypeObject *about;
} sort = { PyObject_HEAD_INIT(NULL) &kind };

static int
make_sort(void)
{
    PyTypeObject *made = PyMem_RawCalloc(1, sizeof *made);

    if (made == NULL) {
        return -1;
    }
    Py_SET_REFCNT(made, 1);
    made->tp_name = "leaky.made";
    made->tp_basicsize = sizeof sort;
    made->tp_flags = Py_TPFLAGS_DEFAULT;
    Py_SET_TYPE(&sort, made);
    return PyType_Ready(made);
}

static PyMethodDef methods[] = {
    { "returns_kept", returns_kept, METH_O, NULL },
    { "forgets_on_error", forgets_on_error, METH_O, NULL },
    { "appends_new", appends_new, METH_O, NULL },
    { "keeps_argument", keeps_argument, METH_O, NULL },
    { "keeps_none", keeps_none, METH_O, NULL },
    { "keeps_type", keeps_type, METH_O, NULL },
    { "forgets_dict", forgets_dict, METH_O, NULL },
    { "gets_attribute", gets_attribute, METH_O, NULL },
    { "is_healthy", is_healthy, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "leaky", NULL, -1, methods, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_leaky(void)
{
    PyObject *module =
        PyType_Ready(&kind) < 0 || make_sort() < 0
            ? NULL
            : PyModule_Create(&definition);

    if (module != NULL) {
        Py_INCREF(&kind);
        PyModule_AddObject(module, "Kind", (PyObject *)&kind);
        Py_INCREF(&sort);
        PyModule_AddObject(module, "sort", (PyObject *)&sort);
    }
    return module;
}
