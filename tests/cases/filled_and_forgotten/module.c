/*
 * A helper makes each word and puts it where its argument points to. BUG: who
 * asked for three of them forgets two where there is no third.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

struct parser {
    PyObject_HEAD const char *at;
    Py_ssize_t words;
};

/* How long the word is, or -1. */
static __attribute__((noinline)) Py_ssize_t
read_word(struct parser *self, PyObject **word)
{
    Py_ssize_t size = 0;

    while (self->at[size] != '\0' && self->at[size] != ' ') {
        size++;
    }
    if (size == 0) {
        PyErr_SetString(PyExc_ValueError, "a word is missing");
        return -1;
    }
    *word = PyBytes_FromStringAndSize(self->at, size);
    if (*word == NULL) {
        return -1;
    }
    self->at += size + (self->at[size] == ' ');
    self->words++;
    return size;
}

static __attribute__((noinline)) Py_ssize_t
read_words(struct parser *self)
{
    PyObject *first = NULL, *second = NULL, *third = NULL;
    Py_ssize_t lengths = -1;

    if (read_word(self, &first) < 0 || read_word(self, &second) < 0) {
        goto done;
    }
    if (read_word(self, &third) < 0) {
#ifdef CORRECT
        goto done;
#else
        return -1;
#endif
    }
    lengths = PyBytes_GET_SIZE(first) * 100 + PyBytes_GET_SIZE(second) * 10 +
              PyBytes_GET_SIZE(third);
done:
    Py_XDECREF(first);
    Py_XDECREF(second);
    Py_XDECREF(third);
    return lengths;
}

static __attribute__((noinline)) Py_ssize_t
read_line(struct parser *self, const char *text)
{
    self->at = text;
    return text[0] == '#' ? 0 : read_words(self);
}

static PyObject *
parser_lengths(PyObject *self, PyObject *line)
{
    const char *text = PyUnicode_AsUTF8(line);
    Py_ssize_t found =
        text == NULL ? -1 : read_line((struct parser *)self, text);

    return found < 0 ? NULL : PyLong_FromSsize_t(found);
}

static PyMethodDef parser_methods[] = {
    { "lengths", parser_lengths, METH_O, "Of the three words of a line." },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject parser_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "filled_and_forgotten.parser",
    .tp_basicsize = sizeof(struct parser),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_methods = parser_methods,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "filled_and_forgotten",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_filled_and_forgotten(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL || PyType_Ready(&parser_type) < 0) {
        return NULL;
    }
    Py_INCREF(&parser_type);
    PyModule_AddObject(module, "parser", (PyObject *)&parser_type);
    return module;
}
