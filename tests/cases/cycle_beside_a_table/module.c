/*
 * A value in memory of C, its wrapper, and the table in which a binding finds the
 * wrapper again, as pybind11, Shiboken and SIP have it: an entry owns neither. The
 * value keeps a function that was given to it. BUG: the wrapper has no
 * tp_traverse, so that a function which refers back to the wrapper is never
 * collected.
 */
#include <Python.h>
#include <stdlib.h>

struct value {
    long fired;
    PyObject **callback; /* in a block of its own, as std::function has it */
};

struct entry {
    struct entry *next;
    struct value *value;
    PyObject *wrapper; /* borrowed */
};

struct wrapper {
    PyObject_HEAD struct value *value;
};

static struct entry *table;

static void
enter(struct value *value, PyObject *wrapper)
{
    struct entry *entry = malloc(sizeof *entry);

    *entry = (struct entry){ table, value, wrapper };
    table = entry;
}

static void
leave(const struct value *value)
{
    for (struct entry **at = &table; *at != NULL; at = &(*at)->next) {
        if ((*at)->value == value) {
            struct entry *entry = *at;

            *at = entry->next;
            free(entry);
            return;
        }
    }
}

static PyObject *
wrapper_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    struct wrapper *wrapper = (struct wrapper *)type->tp_alloc(type, 0);

    (void)args;
    (void)keywords;
    if (wrapper != NULL) {
        wrapper->value = calloc(1, sizeof *wrapper->value);
        wrapper->value->callback = calloc(1, sizeof(PyObject *));
        enter(wrapper->value, (PyObject *)wrapper);
    }
    return (PyObject *)wrapper;
}

/* What a wrapper keeps alive: as py::keep_alive has it, in a table. */
struct kept {
    struct kept *next;
    PyObject *keeper; /* borrowed */
    PyObject **object;
};

static struct kept *all_kept;

static PyObject *
wrapper_keep(PyObject *self, PyObject *object)
{
    struct kept *kept = malloc(sizeof *kept);

    *kept = (struct kept){ all_kept, self, malloc(sizeof(PyObject *)) };
    Py_INCREF(object);
    *kept->object = object;
    all_kept = kept;
    Py_RETURN_NONE;
}

static void
let_go(const PyObject *keeper)
{
    for (struct kept **at = &all_kept; *at != NULL;) {
        struct kept *kept = *at;

        if (kept->keeper != keeper) {
            at = &kept->next;
            continue;
        }
        *at = kept->next;
        Py_DECREF(*kept->object);
        free(kept->object);
        free(kept);
        at = &all_kept; /* others may have gone with that */
    }
}

static PyObject *
wrapper_on(PyObject *self, PyObject *callback)
{
    struct value *value = ((struct wrapper *)self)->value;

    Py_INCREF(callback);
    Py_XSETREF(*value->callback, callback);
    Py_RETURN_NONE;
}

static int
wrapper_clear(PyObject *self)
{
    struct wrapper *wrapper = (struct wrapper *)self;

    Py_CLEAR(*wrapper->value->callback);
    return 0;
}

#ifdef CORRECT
static int
wrapper_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(*((struct wrapper *)self)->value->callback);
    Py_VISIT(Py_TYPE(self));
    return 0;
}
#endif

static void
wrapper_dealloc(PyObject *self)
{
    struct wrapper *wrapper = (struct wrapper *)self;
    PyTypeObject *type = Py_TYPE(self);

#ifdef CORRECT
    PyObject_GC_UnTrack(self);
#endif
    leave(wrapper->value);
    let_go(self);
    wrapper_clear(self);
    free(wrapper->value->callback);
    free(wrapper->value);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {
    { "on", wrapper_on, METH_O, NULL },
    { "keep", wrapper_keep, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static PyType_Slot slots[] = {
    { Py_tp_new, wrapper_new },
    { Py_tp_methods, methods },
    { Py_tp_dealloc, wrapper_dealloc },
#ifdef CORRECT
    { Py_tp_traverse, wrapper_traverse },
    { Py_tp_clear, wrapper_clear },
#endif
    { 0, NULL },
};

static PyType_Spec spec = {
    .name = "cycle_beside_a_table.Wrapper",
    .basicsize = sizeof(struct wrapper),
#ifdef CORRECT
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
#else
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
#endif
    .slots = slots,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "cycle_beside_a_table",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_cycle_beside_a_table(void)
{
    PyObject *module = PyModule_Create(&definition);
    PyObject *type = PyType_FromSpec(&spec);

    if (module == NULL || type == NULL ||
        PyModule_AddObject(module, "Wrapper", type) < 0) {
        return NULL;
    }
    return module;
}
