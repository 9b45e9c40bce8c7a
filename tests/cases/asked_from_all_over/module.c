/* Keeps what it asks for; no caller has it do so for the most part. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

__attribute__((noinline)) static Py_ssize_t
count_options(PyObject *config)
{
    PyObject *options = PyObject_GetAttrString(config, "options");
    Py_ssize_t found;

    if (options == NULL) {
        return -1;
    }
    found = PyObject_Length(options);
#ifdef CORRECT
    Py_DECREF(options);
#endif
    return found;
}

#define COUNTER(name, factor)                                            \
    static PyObject *name(PyObject *Py_UNUSED(module), PyObject *config) \
    {                                                                    \
        Py_ssize_t found = count_options(config);                        \
                                                                         \
        return found < 0 ? NULL : PyLong_FromSsize_t((factor)*found);    \
    }

COUNTER(one, 1)
COUNTER(two, 2)
COUNTER(three, 3)
COUNTER(four, 4)

static PyMethodDef methods[] = {
    { "one", one, METH_O, "How many options the argument has." },
    { "two", two, METH_O, "Twice as many." },
    { "three", three, METH_O, "Thrice as many." },
    { "four", four, METH_O, "Four times as many." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "asked_from_all_over",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_asked_from_all_over(void)
{
    return PyModule_Create(&definition);
}
