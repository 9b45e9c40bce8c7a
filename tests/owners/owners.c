/*
 * One of each kind of owner in C: a static variable, memory of each kind, a type
 * without tp_traverse, one whose tp_traverse leaves a slot out, and nobody.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

/* As C++ names a variable. */
static PyObject *static_slot __asm__("_ZL11static_slot");

typedef struct {
    PyObject_HEAD PyObject *first, *second;
} Pair;

static PyObject *
pair_set(Pair *self, PyObject *args)
{
    PyObject *first, *second;

    if (!PyArg_ParseTuple(args, "OO", &first, &second)) {
        return NULL;
    }
    Py_INCREF(first);
    Py_INCREF(second);
    Py_XSETREF(self->first, first);
    Py_XSETREF(self->second, second);
    Py_RETURN_NONE;
}

static PyMethodDef pair_methods[] = {
    { "set", (PyCFunction)pair_set, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static void
silent_dealloc(Pair *self)
{
    PyTypeObject *type = Py_TYPE(self);

    Py_XDECREF(self->first);
    Py_XDECREF(self->second);
    type->tp_free(self);
    Py_DECREF(type);
}

static int
half_traverse(Pair *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->first);
    return 0;
}

static int
half_clear(Pair *self)
{
    Py_CLEAR(self->first);
    Py_CLEAR(self->second);
    return 0;
}

static void
half_dealloc(Pair *self)
{
    PyTypeObject *type = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    half_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot silent_slots[] = {
    { Py_tp_dealloc, silent_dealloc },
    { Py_tp_methods, pair_methods },
    { 0, NULL },
};
static PyType_Spec silent_spec = { "owners.Silent", sizeof(Pair), 0,
                                   Py_TPFLAGS_DEFAULT, silent_slots };

static PyType_Slot half_slots[] = {
    { Py_tp_dealloc, half_dealloc },
    { Py_tp_traverse, half_traverse },
    { Py_tp_clear, half_clear },
    { Py_tp_methods, pair_methods },
    { 0, NULL },
};
static PyType_Spec half_spec = { "owners.Half", sizeof(Pair), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
                                 half_slots };

static PyObject *
in_static(PyObject *Py_UNUSED(module), PyObject *object)
{
    Py_INCREF(object);
    Py_XSETREF(static_slot, object);
    Py_RETURN_NONE;
}

/* Takes a reference into new memory, which nobody else knows. */
static PyObject *
keep(PyObject *volatile *memory, PyObject *object)
{
    if (memory == NULL || memory == MAP_FAILED) {
        return PyErr_NoMemory();
    }
    Py_INCREF(object);
    memory[5] = object;
    Py_RETURN_NONE;
}

static PyObject *
in_malloc(PyObject *Py_UNUSED(module), PyObject *object)
{
    return keep(calloc(1, 520), object);
}

/* The pointer has a mark in its lowest bit, as C++ code may set one. */
static PyObject *
in_marked(PyObject *Py_UNUSED(module), PyObject *object)
{
    volatile uintptr_t *memory = calloc(1, 808);

    if (memory != NULL) {
        Py_INCREF(object);
        memory[1] = (uintptr_t)object | 1;
    }
    Py_RETURN_NONE;
}

static PyObject *
in_large(PyObject *Py_UNUSED(module), PyObject *object)
{
    return keep(calloc(1, 1 << 20), object);
}

static PyObject *
in_pool(PyObject *Py_UNUSED(module), PyObject *object)
{
    return keep(PyMem_Calloc(1, 200), object);
}

static PyObject *
in_mapping(PyObject *Py_UNUSED(module), PyObject *object)
{
    return keep(mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                object);
}

/* But for the last, of which a variable of the C library has the address. */
static PyObject *
nowhere(PyObject *Py_UNUSED(module), PyObject *object)
{
    Py_INCREF(object);
    optarg = (char *)object;
    Py_RETURN_NONE;
}

enum { DEEP_WORDS = 1 << 14, BLOCKS = 64, BLOCK_BYTES = 400 };

/* Nobody's, though their addresses are left below the end of the stack ... */
static __attribute__((noinline)) void
leave_on_stack(PyObject *tuple)
{
    PyObject *volatile deep[DEEP_WORDS];

    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); i++) {
        deep[2 * i] = PyTuple_GET_ITEM(tuple, i);
    }
}

/* ... and in blocks that were given back, each of a size of its own. */
static PyObject *
leave(PyObject *Py_UNUSED(module), PyObject *tuple)
{
    PyObject *volatile *blocks[BLOCKS];
    Py_ssize_t count = PyTuple_GET_SIZE(tuple);

    for (Py_ssize_t i = 0; i < count && i < BLOCKS; i++) {
        blocks[i] = calloc(1, BLOCK_BYTES + 16 * (size_t)i);
        if (blocks[i] == NULL) {
            return PyErr_NoMemory();
        }
        Py_INCREF(PyTuple_GET_ITEM(tuple, i));
        blocks[i][5] = PyTuple_GET_ITEM(tuple, i);
    }
    for (Py_ssize_t i = 0; i < count && i < BLOCKS; i++) {
        free((void *)blocks[i]);
    }
    leave_on_stack(tuple);
    Py_RETURN_NONE;
}

/* Each name stands in a dict, as itself, and nobody has the dict: its table is
 * memory that it alone leads to. */
static PyObject *
lose_names(PyObject *Py_UNUSED(module), PyObject *names)
{
    PyObject *known = PyDict_New();

    for (Py_ssize_t i = 0; known != NULL && i < PyList_GET_SIZE(names); i++) {
        PyObject *name = PyList_GET_ITEM(names, i);

        if (PyDict_SetDefault(known, name, name) == NULL) {
            return NULL;
        }
    }
    return known == NULL ? NULL : PyLong_FromSsize_t(PyDict_Size(known));
}

/* As a vector of C++ does: an array that grows, with room behind the last. */
static struct {
    PyObject **items;
    Py_ssize_t count, room;
} row;

static PyObject *
in_row(PyObject *Py_UNUSED(module), PyObject *object)
{
    if (row.count == row.room) {
        Py_ssize_t room = row.room == 0 ? 8 : 2 * row.room;
        PyObject **items = realloc(row.items, (size_t)room * sizeof *row.items);

        if (items == NULL) {
            return PyErr_NoMemory();
        }
        row.items = items;
        row.room = room;
    }
    Py_INCREF(object);
    row.items[row.count++] = object;
    Py_RETURN_NONE;
}

enum { SHELF_ITEMS = 4096 };

/* Says nothing of what it holds, in an array of its own. */
typedef struct {
    PyObject_HEAD PyObject **items;
    Py_ssize_t count;
} Shelf;

/* Into the middle of the array: where somebody looked last. It stands below all
 * objects, and is found before them. */
static PyObject ***looked_at;

static bool
make_looked_at(void)
{
    static char *const low = (char *)0x10000000;
    void *page =
        mmap(low, (size_t)sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    looked_at = page != MAP_FAILED ? page : NULL;
    return looked_at != NULL;
}

static PyObject *
shelf_put(Shelf *self, PyObject *object)
{
    if (self->items == NULL) {
        self->items = calloc(SHELF_ITEMS, sizeof *self->items);
        if (self->items == NULL || !make_looked_at()) {
            return PyErr_NoMemory();
        }
    }
    if (self->count < SHELF_ITEMS) {
        Py_INCREF(object);
        self->items[self->count++] = object;
        *looked_at = &self->items[self->count / 2];
    }
    Py_RETURN_NONE;
}

static PyMethodDef shelf_methods[] = {
    { "put", (PyCFunction)shelf_put, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static void
shelf_dealloc(Shelf *self)
{
    PyTypeObject *type = Py_TYPE(self);

    while (self->count > 0) {
        Py_DECREF(self->items[--self->count]);
    }
    free(self->items);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot shelf_slots[] = {
    { Py_tp_dealloc, shelf_dealloc },
    { Py_tp_methods, shelf_methods },
    { 0, NULL },
};

static PyType_Spec shelf_spec = { "owners.Shelf", sizeof(Shelf), 0,
                                  Py_TPFLAGS_DEFAULT, shelf_slots };

/* A text that has a reference of its own besides, and is never asked of it. */
typedef struct {
    PyUnicodeObject text;
    PyObject *kept;
} Text;

static PyObject *
text_keep(Text *self, PyObject *object)
{
    Py_INCREF(object);
    Py_XSETREF(self->kept, object);
    Py_RETURN_NONE;
}

static PyMethodDef text_methods[] = {
    { "keep", (PyCFunction)text_keep, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static void
text_dealloc(Text *self)
{
    PyTypeObject *type = Py_TYPE(self);

    Py_XDECREF(self->kept);
    PyUnicode_Type.tp_dealloc((PyObject *)self);
    Py_DECREF(type);
}

static PyType_Slot text_slots[] = {
    { Py_tp_dealloc, text_dealloc },
    { Py_tp_methods, text_methods },
    { 0, NULL },
};

static PyType_Spec text_spec = { "owners.Text", sizeof(Text), 0,
                                 Py_TPFLAGS_DEFAULT, text_slots };

static PyObject *
make_text_type(void)
{
    PyObject *bases = PyTuple_Pack(1, &PyUnicode_Type), *type;

    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromSpecWithBases(&text_spec, bases);
    Py_DECREF(bases);
    return type;
}

static PyMethodDef methods[] = {
    { "in_row", in_row, METH_O, NULL },
    { "lose_names", lose_names, METH_O, NULL },
    { "in_static", in_static, METH_O, NULL },
    { "in_malloc", in_malloc, METH_O, NULL },
    { "in_marked", in_marked, METH_O, NULL },
    { "in_large", in_large, METH_O, NULL },
    { "in_pool", in_pool, METH_O, NULL },
    { "in_mapping", in_mapping, METH_O, NULL },
    { "nowhere", nowhere, METH_O, NULL },
    { "leave", leave, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "owners",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_owners(void)
{
    PyObject *module = PyModule_Create(&definition);
    PyObject *silent = PyType_FromSpec(&silent_spec);
    PyObject *half = PyType_FromSpec(&half_spec);
    PyObject *shelf = PyType_FromSpec(&shelf_spec);
    PyObject *text = make_text_type();

    if (module == NULL || silent == NULL || half == NULL || shelf == NULL ||
        text == NULL || PyModule_AddObject(module, "Text", text) < 0 ||
        PyModule_AddObject(module, "Shelf", shelf) < 0 ||
        PyModule_AddObject(module, "Silent", silent) < 0 ||
        PyModule_AddObject(module, "Half", half) < 0) {
        return NULL;
    }
    return module;
}
