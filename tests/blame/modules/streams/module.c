/*
 * streams - iterators over iterators.
 *
 * All types are made on the heap, from specifications, for each module object.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

struct state {
    PyTypeObject *chunks_type;
    PyTypeObject *window_type;
    PyTypeObject *merge_type;
    PyTypeObject *peek_type;
    PyObject *exhausted; /* an exception */
};

static struct PyModuleDef definition;

static struct state *
get_state(PyObject *module)
{
    return (struct state *)PyModule_GetState(module);
}

/* chunks: tuples of some items each */

struct chunks {
    PyObject_HEAD PyObject *source;
    PyObject *filler; /* makes the last one as long as the others, or NULL */
    Py_ssize_t size;
};

static PyObject *
chunks_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = { "iterable", "size", "filler", NULL };
    PyObject *iterable;
    PyObject *filler = NULL;
    Py_ssize_t size;
    PyObject *source;
    struct chunks *self;

    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "On|O", names,
                                     &iterable, &size, &filler)) {
        return NULL;
    }
    source = PyObject_GetIter(iterable);
    if (source == NULL) {
        return NULL;
    }
    if (size < 1) {
        PyErr_Format(PyExc_ValueError, "a chunk of %zd is too small", size);
        Py_DECREF(source);
        return NULL;
    }
    self = (struct chunks *)type->tp_alloc(type, 0);
    if (self == NULL) {
        Py_DECREF(source);
        return NULL;
    }
    self->source = source;
    self->filler = Py_XNewRef(filler);
    self->size = size;
    return (PyObject *)self;
}

static int
chunks_traverse(PyObject *object, visitproc visit, void *arg)
{
    struct chunks *self = (struct chunks *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->source);
    Py_VISIT(self->filler);
    return 0;
}

static int
chunks_clear(PyObject *object)
{
    struct chunks *self = (struct chunks *)object;

    Py_CLEAR(self->source);
    Py_CLEAR(self->filler);
    return 0;
}

/* For all types here: tp_clear releases what the object holds. */
static void
object_dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    (void)type->tp_clear(object);
    type->tp_free(object);
    Py_DECREF(type);
}

static PyObject *
chunks_next(PyObject *object)
{
    struct chunks *self = (struct chunks *)object;
    PyObject *chunk;
    PyObject *shorter;
    Py_ssize_t count = 0;

    if (self->source == NULL) {
        return NULL;
    }
    chunk = PyTuple_New(self->size);
    if (chunk == NULL) {
        return NULL;
    }
    while (count < self->size) {
        PyObject *item = PyIter_Next(self->source);

        if (item == NULL) {
            break;
        }
        PyTuple_SET_ITEM(chunk, count, item);
        count++;
    }
    if (PyErr_Occurred()) {
        Py_DECREF(chunk);
        return NULL;
    }
    if (count == self->size) {
        return chunk;
    }
    Py_CLEAR(self->source);
    if (count == 0) {
        Py_DECREF(chunk);
        return NULL;
    }
    if (self->filler == NULL) {
        shorter = PyTuple_GetSlice(chunk, 0, count);
        Py_DECREF(chunk);
        return shorter;
    }
    for (; count < self->size; count++) {
        Py_INCREF(self->filler);
        PyTuple_SET_ITEM(chunk, count, self->filler);
    }
    return chunk;
}

static PyType_Slot chunks_slots[] = {
    { Py_tp_new, chunks_new },
    { Py_tp_dealloc, object_dealloc },
    { Py_tp_traverse, chunks_traverse },
    { Py_tp_clear, chunks_clear },
    { Py_tp_iter, PyObject_SelfIter },
    { Py_tp_iternext, chunks_next },
    { 0, NULL },
};

static PyType_Spec chunks_spec = {
    .name = "streams.Chunks",
    .basicsize = sizeof(struct chunks),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = chunks_slots,
};

/* window: the last items, again and again */

struct window {
    PyObject_HEAD PyObject *source;
    PyObject *items; /* a list */
    PyObject *function;
    Py_ssize_t size;
};

static int
window_init(PyObject *object, PyObject *arguments, PyObject *Py_UNUSED(none))
{
    struct window *self = (struct window *)object;
    PyObject *iterable;
    PyObject *function = Py_None;
    PyObject *source;
    PyObject *items;

    if (!PyArg_ParseTuple(arguments, "On|O", &iterable, &self->size,
                          &function)) {
        return -1;
    }
    source = PyObject_GetIter(iterable);
    if (source == NULL) {
        return -1;
    }
    items = PyList_New(0);
    if (items == NULL) {
        Py_DECREF(source);
        return -1;
    }
    if (function != Py_None && !PyCallable_Check(function)) {
        PyErr_SetString(PyExc_TypeError, "the function is not callable");
        Py_DECREF(source);
        Py_DECREF(items);
        return -1;
    }
    Py_XSETREF(self->source, source);
    Py_XSETREF(self->items, items);
    Py_INCREF(function);
    Py_XSETREF(self->function, function);
    return 0;
}

static int
window_traverse(PyObject *object, visitproc visit, void *arg)
{
    struct window *self = (struct window *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->source);
    Py_VISIT(self->items);
    Py_VISIT(self->function);
    return 0;
}

static int
window_clear(PyObject *object)
{
    struct window *self = (struct window *)object;

    Py_CLEAR(self->source);
    Py_CLEAR(self->items);
    Py_CLEAR(self->function);
    return 0;
}

static PyObject *
window_next(PyObject *object)
{
    struct window *self = (struct window *)object;
    PyObject *items;
    PyObject *result;

    if (self->source == NULL) {
        return NULL;
    }
    do {
        PyObject *item = PyIter_Next(self->source);

        if (item == NULL) {
            return NULL;
        }
        if (PyList_Append(self->items, item) < 0) {
            Py_DECREF(item);
            return NULL;
        }
        Py_DECREF(item);
    } while (PyList_GET_SIZE(self->items) < self->size);
    items = PyList_AsTuple(self->items);
    if (items == NULL) {
        return NULL;
    }
    if (PyList_SetSlice(self->items, 0, 1, NULL) < 0) {
        Py_DECREF(items);
        return NULL;
    }
    if (self->function == Py_None) {
        return items;
    }
    result = PyObject_CallObject(self->function, items);
    Py_DECREF(items);
    return result;
}

static PyType_Slot window_slots[] = {
    { Py_tp_init, window_init },
    { Py_tp_dealloc, object_dealloc },
    { Py_tp_traverse, window_traverse },
    { Py_tp_clear, window_clear },
    { Py_tp_iter, PyObject_SelfIter },
    { Py_tp_iternext, window_next },
    { 0, NULL },
};

static PyType_Spec window_spec = {
    .name = "streams.Window",
    .basicsize = sizeof(struct window),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .slots = window_slots,
};

/* merge: sorted iterables in one */

struct merge {
    PyObject_HEAD PyObject *heads; /* a list of [key, item, iterator] */
    PyObject *key;                 /* NULL is the item itself */
};

/* Asks an iterator for its next head; 0 when it has ended. */
static int
merge_pull(struct merge *self, PyObject *iterator)
{
    PyObject *item = PyIter_Next(iterator);
    PyObject *key;
    PyObject *head;
    int status;

    if (item == NULL) {
        return PyErr_Occurred() ? -1 : 0;
    }
    if (self->key == NULL) {
        key = Py_NewRef(item);
    }
    else {
        key = PyObject_CallOneArg(self->key, item);
    }
    if (key == NULL) {
        Py_DECREF(item);
        return -1;
    }
    head = PyList_New(3);
    if (head == NULL) {
        Py_DECREF(item);
        Py_DECREF(key);
        return -1;
    }
    PyList_SET_ITEM(head, 0, key);
    PyList_SET_ITEM(head, 1, item);
    PyList_SET_ITEM(head, 2, Py_NewRef(iterator));
    status = PyList_Append(self->heads, head);
    Py_DECREF(head);
    return status < 0 ? -1 : 1;
}

static PyObject *
merge_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    PyObject *key = NULL;
    struct merge *self = (struct merge *)type->tp_alloc(type, 0);

    if (self == NULL) {
        return NULL;
    }
    if (keywords != NULL) {
        key = PyDict_GetItemString(keywords, "key");
    }
    self->key = Py_XNewRef(key);
    self->heads = PyList_New(0);
    if (self->heads == NULL) {
        goto error;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(arguments); i++) {
        PyObject *iterator = PyObject_GetIter(PyTuple_GET_ITEM(arguments, i));

        if (iterator == NULL) {
            goto error;
        }
        if (merge_pull(self, iterator) < 0) {
            Py_DECREF(iterator);
            goto error;
        }
        Py_DECREF(iterator);
    }
    return (PyObject *)self;

error:
    Py_DECREF(self);
    return NULL;
}

static int
merge_traverse(PyObject *object, visitproc visit, void *arg)
{
    struct merge *self = (struct merge *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->heads);
    Py_VISIT(self->key);
    return 0;
}

static int
merge_clear(PyObject *object)
{
    struct merge *self = (struct merge *)object;

    Py_CLEAR(self->heads);
    Py_CLEAR(self->key);
    return 0;
}

/* The place of the smallest head; -1 with an exception. */
static Py_ssize_t
merge_smallest(struct merge *self)
{
    Py_ssize_t best = 0;

    for (Py_ssize_t i = 1; i < PyList_GET_SIZE(self->heads); i++) {
        PyObject *a = PyList_GET_ITEM(PyList_GET_ITEM(self->heads, i), 0);
        PyObject *b = PyList_GET_ITEM(PyList_GET_ITEM(self->heads, best), 0);
        int less;

        Py_INCREF(a);
        Py_INCREF(b);
        less = PyObject_RichCompareBool(a, b, Py_LT);
        Py_DECREF(a);
        Py_DECREF(b);
        if (less < 0) {
            return -1;
        }
        if (less) {
            best = i;
        }
    }
    return best;
}

static PyObject *
merge_next(PyObject *object)
{
    struct merge *self = (struct merge *)object;
    Py_ssize_t best;
    PyObject *head;
    PyObject *item;

    if (self->heads == NULL || PyList_GET_SIZE(self->heads) == 0) {
        return NULL;
    }
    best = merge_smallest(self);
    if (best < 0) {
        return NULL;
    }
    head = PyList_GET_ITEM(self->heads, best);
    Py_INCREF(head);
    if (PyList_SetSlice(self->heads, best, best + 1, NULL) < 0 ||
        merge_pull(self, PyList_GET_ITEM(head, 2)) < 0) {
        Py_DECREF(head);
        return NULL;
    }
    item = PyList_GET_ITEM(head, 1);
    Py_INCREF(item);
    Py_DECREF(head);
    return item;
}

static PyType_Slot merge_slots[] = {
    { Py_tp_new, merge_new },
    { Py_tp_dealloc, object_dealloc },
    { Py_tp_traverse, merge_traverse },
    { Py_tp_clear, merge_clear },
    { Py_tp_iter, PyObject_SelfIter },
    { Py_tp_iternext, merge_next },
    { 0, NULL },
};

static PyType_Spec merge_spec = {
    .name = "streams.Merge",
    .basicsize = sizeof(struct merge),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = merge_slots,
};

/* peek: an iterator that can look ahead, and be a context */

struct peek {
    PyObject_HEAD PyObject *source;
    PyObject *next; /* what was looked at, or NULL */
    PyObject *on_exit;
};

static int
peek_init(PyObject *object, PyObject *arguments, PyObject *Py_UNUSED(none))
{
    struct peek *self = (struct peek *)object;
    PyObject *iterable;
    PyObject *on_exit = NULL;
    PyObject *source;

    if (!PyArg_ParseTuple(arguments, "O|O", &iterable, &on_exit)) {
        return -1;
    }
    source = PyObject_GetIter(iterable);
    if (source == NULL) {
        return -1;
    }
    Py_XSETREF(self->source, source);
    Py_CLEAR(self->next);
    Py_XSETREF(self->on_exit, Py_XNewRef(on_exit));
    return 0;
}

static int
peek_traverse(PyObject *object, visitproc visit, void *arg)
{
    struct peek *self = (struct peek *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->source);
    Py_VISIT(self->next);
    Py_VISIT(self->on_exit);
    return 0;
}

static int
peek_clear(PyObject *object)
{
    struct peek *self = (struct peek *)object;

    Py_CLEAR(self->source);
    Py_CLEAR(self->next);
    Py_CLEAR(self->on_exit);
    return 0;
}

static PyObject *
peek_next(PyObject *object)
{
    struct peek *self = (struct peek *)object;
    PyObject *next = self->next;

    if (next != NULL) {
        self->next = NULL;
        return next;
    }
    return self->source == NULL ? NULL : PyIter_Next(self->source);
}

/* Looks at the next item without taking it. */
static PyObject *
peek_peek(PyObject *object, PyTypeObject *class, PyObject *const *arguments,
          Py_ssize_t count, PyObject *Py_UNUSED(keywords))
{
    struct peek *self = (struct peek *)object;

    if (self->next == NULL) {
        self->next = peek_next(object);
    }
    if (self->next != NULL) {
        return Py_NewRef(self->next);
    }
    if (PyErr_Occurred()) {
        return NULL;
    }
    if (count > 0) {
        return Py_NewRef(arguments[0]);
    }
    PyErr_SetString(get_state(PyType_GetModule(class))->exhausted,
                    "nothing is left");
    return NULL;
}

/* Puts an item back in front; what was looked at is lost. */
static PyObject *
peek_push(PyObject *object, PyObject *item)
{
    struct peek *self = (struct peek *)object;
    PyObject *old = self->next;

    Py_INCREF(item);
    self->next = item;
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static int
peek_bool(PyObject *object)
{
    struct peek *self = (struct peek *)object;

    if (self->next == NULL) {
        self->next = peek_next(object);
    }
    return self->next != NULL ? 1 : PyErr_Occurred() ? -1 : 0;
}

static PyObject *
peek_enter(PyObject *object, PyObject *Py_UNUSED(none))
{
    return Py_NewRef(object);
}

static PyObject *
peek_exit(PyObject *object, PyObject *arguments)
{
    struct peek *self = (struct peek *)object;
    PyObject *function = self->on_exit;
    PyObject *result;
    int truth;

    self->on_exit = NULL;
    if (function == NULL) {
        Py_RETURN_FALSE;
    }
    result = PyObject_Call(function, arguments, NULL);
    Py_DECREF(function);
    if (result == NULL) {
        return NULL;
    }
    truth = PyObject_IsTrue(result);
    Py_DECREF(result);
    return truth < 0 ? NULL : PyBool_FromLong(truth);
}

static PyMethodDef peek_methods[] = {
    { "peek", (PyCFunction)(void (*)(void))peek_peek,
      METH_METHOD | METH_FASTCALL | METH_KEYWORDS, "The next item." },
    { "push", peek_push, METH_O, "Put an item in front." },
    { "__enter__", peek_enter, METH_NOARGS, NULL },
    { "__exit__", peek_exit, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static PyType_Slot peek_slots[] = {
    { Py_tp_init, peek_init },
    { Py_tp_dealloc, object_dealloc },
    { Py_tp_traverse, peek_traverse },
    { Py_tp_clear, peek_clear },
    { Py_tp_iter, PyObject_SelfIter },
    { Py_tp_iternext, peek_next },
    { Py_tp_methods, peek_methods },
    { Py_nb_bool, peek_bool },
    { 0, NULL },
};

static PyType_Spec peek_spec = {
    .name = "streams.Peek",
    .basicsize = sizeof(struct peek),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = peek_slots,
};

/* The module */

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct state *state = get_state(module);

    Py_VISIT(state->chunks_type);
    Py_VISIT(state->window_type);
    Py_VISIT(state->merge_type);
    Py_VISIT(state->peek_type);
    Py_VISIT(state->exhausted);
    return 0;
}

static int
module_clear(PyObject *module)
{
    struct state *state = get_state(module);

    Py_CLEAR(state->chunks_type);
    Py_CLEAR(state->window_type);
    Py_CLEAR(state->merge_type);
    Py_CLEAR(state->peek_type);
    Py_CLEAR(state->exhausted);
    return 0;
}

static int
add_type(PyObject *module, PyTypeObject **type, PyType_Spec *spec)
{
    *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    return *type == NULL ? -1 : PyModule_AddType(module, *type);
}

static int
module_exec(PyObject *module)
{
    struct state *state = get_state(module);

    if (add_type(module, &state->chunks_type, &chunks_spec) < 0 ||
        add_type(module, &state->window_type, &window_spec) < 0 ||
        add_type(module, &state->merge_type, &merge_spec) < 0 ||
        add_type(module, &state->peek_type, &peek_spec) < 0) {
        return -1;
    }
    state->exhausted =
        PyErr_NewException("streams.Exhausted", PyExc_LookupError, NULL);
    if (state->exhausted == NULL) {
        return -1;
    }
    return PyModule_AddObjectRef(module, "Exhausted", state->exhausted);
}

static PyModuleDef_Slot module_slots[] = {
    { Py_mod_exec, module_exec },
    { 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,          .m_name = "streams",
    .m_size = sizeof(struct state), .m_slots = module_slots,
    .m_traverse = module_traverse,  .m_clear = module_clear,
};

PyMODINIT_FUNC
PyInit_streams(void)
{
    return PyModuleDef_Init(&definition);
}
