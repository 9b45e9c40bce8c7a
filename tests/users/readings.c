/*
 * readings - lines of "name=number" become a dictionary, and observers are told.
 *
 * An extension module as somebody might write it, with three mistakes; WELL
 * makes the twin without them.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string.h>

/* Keeps one reading. */
static int
keep_reading(PyObject *readings, const char *name, Py_ssize_t length,
             const char *number)
{
    PyObject *key = PyUnicode_FromStringAndSize(name, length);
    PyObject *value = PyFloat_FromDouble(strtod(number, NULL));
    int kept = -1;

    if (key != NULL && value != NULL) {
        kept = PyDict_SetItem(readings, key, value);
    }
    Py_XDECREF(key);
#ifdef WELL
    Py_XDECREF(value); /* the dictionary has taken its own */
#endif
    return kept;
}

static PyObject *
read_lines(PyObject *module, PyObject *text)
{
    const char *at = PyUnicode_AsUTF8(text);
    PyObject *readings = at != NULL ? PyDict_New() : NULL;

    (void)module;
    while (readings != NULL && *at != '\0') {
        const char *equals = strchr(at, '=');

        if (equals == NULL) {
            PyErr_SetString(PyExc_ValueError, "a line without a number");
#ifdef WELL
            Py_DECREF(readings);
#endif
            return NULL;
        }
        if (keep_reading(readings, at, equals - at, equals + 1) < 0) {
            Py_CLEAR(readings);
            break;
        }
        at = strchr(equals, '\n');
        at = at != NULL ? at + 1 : "";
    }
    return readings;
}

/* The newest first. */
struct observer {
    struct observer *older;
    PyObject *callable;
};

static struct observer *observers;

#ifdef WELL
enum { OBSERVERS_MAX = 100 };

static void
forget_oldest(void)
{
    struct observer **last = &observers;
    int count = 0;

    for (; *last != NULL && (*last)->older != NULL; last = &(*last)->older) {
        count++;
    }
    if (count >= OBSERVERS_MAX) {
        struct observer *oldest = *last;

        *last = NULL;
        Py_DECREF(oldest->callable);
        free(oldest);
    }
}
#endif

static PyObject *
observe(PyObject *module, PyObject *callable)
{
    struct observer *observer = (struct observer *)malloc(sizeof *observer);

    (void)module;
    if (observer == NULL) {
        return PyErr_NoMemory();
    }
    Py_INCREF(callable);
    observer->callable = callable;
    observer->older = observers;
    observers = observer;
#ifdef WELL
    forget_oldest();
#endif
    Py_RETURN_NONE;
}

/* One table, as large as it has to be; it is kept for ever. */
static PyObject **columns;
static Py_ssize_t column_count;

static PyObject *
add_column(PyObject *module, PyObject *column)
{
    PyObject **longer = (PyObject **)realloc(
        columns, (size_t)(column_count + 1) * sizeof *columns);

    (void)module;
    if (longer == NULL) {
        return PyErr_NoMemory();
    }
    columns = longer;
    Py_INCREF(column);
    columns[column_count++] = column;
    Py_RETURN_NONE;
}

/* What is put on a shelf stands in memory of its own, and its type has no
 * tp_traverse that tells of it. */
typedef struct {
    PyObject_HEAD PyObject **things;
    Py_ssize_t count;
} Shelf;

#ifdef WELL
enum { THINGS_MAX = 50 };
#else
enum { THINGS_MAX = 1 << 30 };
#endif

static PyObject *
shelf_put(Shelf *self, PyObject *thing)
{
    PyObject **more;

    if (self->count == THINGS_MAX) {
        Py_DECREF(self->things[--self->count]);
    }
    more = (PyObject **)realloc(self->things,
                                (size_t)(self->count + 1) * sizeof *more);
    if (more == NULL) {
        return PyErr_NoMemory();
    }
    self->things = more;
    Py_INCREF(thing);
    self->things[self->count++] = thing;
    Py_RETURN_NONE;
}

static void
shelf_dealloc(Shelf *self)
{
    PyTypeObject *type = Py_TYPE(self);

    while (self->count > 0) {
        Py_DECREF(self->things[--self->count]);
    }
    free(self->things);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyMethodDef shelf_methods[] = {
    { "put", (PyCFunction)shelf_put, METH_O, "put(thing) -> None" },
    { NULL, NULL, 0, NULL },
};

static PyType_Slot shelf_slots[] = {
    { Py_tp_dealloc, (void *)shelf_dealloc },
    { Py_tp_methods, (void *)shelf_methods },
    { 0, NULL },
};

static PyType_Spec shelf_spec = { "readings.Shelf", sizeof(Shelf), 0,
                                  Py_TPFLAGS_DEFAULT, shelf_slots };

static PyObject *
new_shelf(PyObject *module, PyObject *unused)
{
    static PyObject *type;

    (void)module;
    (void)unused;
    type = type != NULL ? type : PyType_FromSpec(&shelf_spec);
    return type != NULL ? PyObject_CallObject(type, NULL) : NULL;
}

static PyMethodDef methods[] = {
    { "read", read_lines, METH_O, "read(text) -> {name: number}" },
    { "observe", observe, METH_O, "observe(callable) -> None" },
    { "add_column", add_column, METH_O, "add_column(column) -> None" },
    { "shelf", new_shelf, METH_NOARGS, "shelf() -> Shelf" },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "readings",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_readings(void)
{
    return PyModule_Create(&definition);
}
