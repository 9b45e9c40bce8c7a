/*
 * registry - events and their subscribers, remembered results, shared names.
 *
 * What outlives a call is kept in static variables, as many modules do: the
 * table of subscribers, a cache of results with a limit, the function that is
 * told about errors.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *subscribers;   /* {event: [(priority, function), ...]} */
static PyObject *interned;      /* {name: name} */
static PyObject *error_handler; /* called with an exception, or NULL */
static PyObject *last_event;    /* (event, result), or NULL */
static PyObject *converters[8]; /* by number; NULL where there is none */
static PyObject *join_text;     /* ", " once it was needed */

static PyTypeObject memory_type;
static PyTypeObject token_type;

/* Subscribing. A token stands for one subscription. */

struct token {
    PyObject_HEAD PyObject *event;
    PyObject *entry; /* NULL once it has been cancelled */
};

static PyObject *
token_new(PyObject *event, PyObject *entry)
{
    struct token *self = PyObject_GC_New(struct token, &token_type);

    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(event);
    self->event = event;
    Py_INCREF(entry);
    self->entry = entry;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static int
token_traverse(PyObject *object, visitproc visit, void *arg)
{
    struct token *self = (struct token *)object;

    Py_VISIT(self->event);
    Py_VISIT(self->entry);
    return 0;
}

static int
token_clear(PyObject *object)
{
    struct token *self = (struct token *)object;

    Py_CLEAR(self->event);
    Py_CLEAR(self->entry);
    return 0;
}

static void
token_dealloc(PyObject *object)
{
    PyObject_GC_UnTrack(object);
    (void)token_clear(object);
    PyObject_GC_Del(object);
}

/* A new list of the subscribers of an event; it may be empty. */
static PyObject *
entries_of(PyObject *event)
{
    PyObject *entries = PyDict_GetItemWithError(subscribers, event);

    if (entries != NULL) {
        return PyList_GetSlice(entries, 0, PyList_GET_SIZE(entries));
    }
    return PyErr_Occurred() ? NULL : PyList_New(0);
}

static PyObject *
token_cancel(PyObject *object, PyObject *Py_UNUSED(none))
{
    struct token *self = (struct token *)object;
    PyObject *entries;
    PyObject *left;

    if (self->entry == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "cancelled already");
        return NULL;
    }
    entries = entries_of(self->event);
    if (entries == NULL) {
        return NULL;
    }
    left = PyList_New(0);
    if (left == NULL) {
        Py_DECREF(entries);
        return NULL;
    }
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(entries); i++) {
        PyObject *entry = PyList_GET_ITEM(entries, i);

        if (entry != self->entry && PyList_Append(left, entry) < 0) {
            Py_DECREF(entries);
            Py_DECREF(left);
            return NULL;
        }
    }
    Py_DECREF(entries);
    if (PyList_GET_SIZE(left) == 0) {
        if (PyDict_DelItem(subscribers, self->event) < 0) {
            PyErr_Clear();
        }
    }
    else if (PyDict_SetItem(subscribers, self->event, left) < 0) {
        Py_DECREF(left);
        return NULL;
    }
    Py_DECREF(left);
    Py_CLEAR(self->entry);
    Py_RETURN_NONE;
}

static PyMethodDef token_methods[] = {
    { "cancel", token_cancel, METH_NOARGS, "End the subscription." },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject token_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "registry.Token",
    .tp_basicsize = sizeof(struct token),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = token_traverse,
    .tp_clear = token_clear,
    .tp_dealloc = token_dealloc,
    .tp_methods = token_methods,
};

static PyObject *
subscribe(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *event;
    PyObject *function;
    PyObject *entries;
    PyObject *entry;
    PyObject *token;
    double priority = 0;

    if (!PyArg_ParseTuple(arguments, "OO|d", &event, &function, &priority)) {
        return NULL;
    }
    entries = entries_of(event);
    if (entries == NULL) {
        return NULL;
    }
    entry = Py_BuildValue("(NO)", PyFloat_FromDouble(priority), function);
    if (entry == NULL) {
        Py_DECREF(entries);
        return NULL;
    }
    if (PyList_Append(entries, entry) < 0 || PyList_Sort(entries) < 0) {
        Py_DECREF(entry);
        Py_DECREF(entries);
        return NULL;
    }
    if (PyDict_SetItem(subscribers, event, entries) < 0) {
        Py_DECREF(entry);
        Py_DECREF(entries);
        return NULL;
    }
    Py_DECREF(entries);
    token = token_new(event, entry);
    Py_DECREF(entry);
    return token;
}

/* Ends all subscriptions of an event; returns how many these were. */
static PyObject *
drop(PyObject *Py_UNUSED(module), PyObject *event)
{
    PyObject *entries = entries_of(event);
    PyObject *count;

    if (entries == NULL) {
        return NULL;
    }
    if (PyDict_DelItem(subscribers, event) < 0) {
        Py_DECREF(entries);
        return NULL;
    }
    count = PyLong_FromSsize_t(PyList_GET_SIZE(entries));
    Py_DECREF(entries);
    return count;
}

/* Tells the handler about the exception that is set; true if it was told. */
static int
report_error(PyObject *event)
{
    PyObject *type;
    PyObject *value;
    PyObject *traceback;
    PyObject *result;

    if (error_handler == NULL || !PyErr_ExceptionMatches(PyExc_Exception)) {
        return 0;
    }
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    result = PyObject_CallFunctionObjArgs(error_handler, event, value, NULL);
    if (result == NULL) {
        Py_XDECREF(type);
        Py_XDECREF(value);
        Py_XDECREF(traceback);
        return 0;
    }
    if (result == Py_False) {
        Py_DECREF(result);
        PyErr_Restore(type, value, traceback);
        return 0;
    }
    Py_DECREF(result);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
    return 1;
}

/* The results of all subscribers that did not fail, in a list. */
static PyObject *
emit(PyObject *Py_UNUSED(module), PyObject *const *arguments, Py_ssize_t count)
{
    PyObject *entries;
    PyObject *results;
    PyObject *last;

    if (count < 1) {
        PyErr_SetString(PyExc_TypeError, "an event is missing");
        return NULL;
    }
    entries = entries_of(arguments[0]);
    if (entries == NULL) {
        return NULL;
    }
    results = PyList_New(0);
    if (results == NULL) {
        Py_DECREF(entries);
        return NULL;
    }
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(entries); i++) {
        PyObject *function = PyTuple_GET_ITEM(PyList_GET_ITEM(entries, i), 1);
        PyObject *result = PyObject_Vectorcall(function, arguments + 1,
                                               (size_t)count - 1, NULL);

        if (result == NULL) {
            if (report_error(arguments[0])) {
                continue;
            }
            goto error;
        }
        if (PyList_Append(results, result) < 0) {
            Py_DECREF(result);
            goto error;
        }
        Py_DECREF(result);
    }
    Py_DECREF(entries);
    last = PyTuple_Pack(2, arguments[0], results);
    if (last == NULL) {
        Py_DECREF(results);
        return NULL;
    }
    Py_XSETREF(last_event, last);
    return results;

error:
    Py_DECREF(entries);
    Py_DECREF(results);
    return NULL;
}

static PyObject *
last(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(none))
{
    if (last_event == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(last_event);
    return last_event;
}

static PyObject *
forget(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(none))
{
    PyDict_Clear(interned);
    Py_CLEAR(last_event);
    Py_CLEAR(join_text);
    Py_RETURN_NONE;
}

/* Sets the handler and returns the one before. */
static PyObject *
set_error_handler(PyObject *Py_UNUSED(module), PyObject *handler)
{
    PyObject *before = error_handler;

    if (handler == Py_None) {
        error_handler = NULL;
    }
    else if (PyCallable_Check(handler)) {
        error_handler = Py_NewRef(handler);
    }
    else {
        PyErr_Format(PyExc_TypeError, "%R is not callable", handler);
        return NULL;
    }
    if (before == NULL) {
        Py_RETURN_NONE;
    }
    return before;
}

/* Names: one object for each text. */

static PyObject *
intern_name(PyObject *text)
{
    PyObject *known;
    PyObject *name;

    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "a name is text");
        return NULL;
    }
    name = PyObject_CallMethod(text, "casefold", NULL);
    if (name == NULL) {
        return NULL;
    }
    known = PyDict_GetItemWithError(interned, name);
    if (known != NULL) {
        Py_INCREF(known);
        Py_DECREF(name);
        return known;
    }
    if (PyErr_Occurred() || PyDict_SetItem(interned, name, name) < 0) {
        Py_DECREF(name);
        return NULL;
    }
    return name;
}

static PyObject *
intern_names(PyObject *Py_UNUSED(module), PyObject *texts)
{
    PyObject *fast = PySequence_Fast(texts, "names are a sequence");
    PyObject *names;

    if (fast == NULL) {
        return NULL;
    }
    names = PyTuple_New(PySequence_Fast_GET_SIZE(fast));
    if (names == NULL) {
        Py_DECREF(fast);
        return NULL;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names); i++) {
        PyObject *name = intern_name(PySequence_Fast_GET_ITEM(fast, i));

        if (name == NULL) {
            Py_DECREF(names);
            Py_DECREF(fast);
            return NULL;
        }
        PyTuple_SET_ITEM(names, i, name);
    }
    Py_DECREF(fast);
    return names;
}

static PyObject *
join_names(PyObject *module, PyObject *texts)
{
    PyObject *names = intern_names(module, texts);
    PyObject *joined;
    PyObject *result;

    if (names == NULL) {
        return NULL;
    }
    if (join_text == NULL) {
        join_text = PyUnicode_FromString(", ");
        if (join_text == NULL) {
            Py_DECREF(names);
            return NULL;
        }
    }
    joined = PyUnicode_Join(join_text, names);
    if (joined == NULL) {
        Py_DECREF(names);
        return NULL;
    }
    result = Py_BuildValue("{sNsN}", "names", names, "text", joined);
    return result;
}

/* Converters: functions by number, used by convert(). */

static PyObject *
set_converter(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *function;
    int number;

    if (!PyArg_ParseTuple(arguments, "iO", &number, &function)) {
        return NULL;
    }
    if (number < 0 || number > 7) {
        PyErr_Format(PyExc_IndexError, "no converter has the number %d",
                     number);
        return NULL;
    }
    if (function == Py_None) {
        Py_CLEAR(converters[number]);
    }
    else {
        Py_INCREF(function);
        Py_XSETREF(converters[number], function);
    }
    Py_RETURN_NONE;
}

/* Sends a value through the converters, the smallest number first. */
static PyObject *
convert(PyObject *Py_UNUSED(module), PyObject *value)
{
    PyObject *trail = PyList_New(0);

    if (trail == NULL) {
        return NULL;
    }
    Py_INCREF(value);
    for (int i = 0; i < 8; i++) {
        PyObject *function = Py_XNewRef(converters[i]);
        PyObject *next;

        if (function == NULL) {
            continue;
        }
        if (PyList_Append(trail, value) < 0) {
            Py_DECREF(function);
            goto error;
        }
        next = PyObject_CallFunctionObjArgs(function, value, trail, NULL);
        Py_DECREF(function);
        if (next == NULL) {
            goto error;
        }
        Py_SETREF(value, next);
    }
    return Py_BuildValue("(NN)", value, trail);

error:
    Py_DECREF(value);
    Py_DECREF(trail);
    return NULL;
}

/* Memory: a function that remembers its results */

struct memory {
    PyObject_HEAD PyObject *function;
    PyObject *results; /* {arguments: result} */
    PyObject *order;   /* a list of the keys, oldest first */
    Py_ssize_t limit;
};

static PyObject *
memory_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = { "function", "limit", NULL };
    PyObject *function;
    Py_ssize_t limit = 3;
    struct memory *self;

    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|n", names,
                                     &function, &limit)) {
        return NULL;
    }
    self = (struct memory *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->results = PyDict_New();
    self->order = PyList_New(0);
    if (self->results == NULL || self->order == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    if (limit < 1) {
        PyErr_SetString(PyExc_ValueError, "a limit is at least one");
        Py_DECREF(self);
        return NULL;
    }
    Py_INCREF(function);
    self->function = function;
    self->limit = limit;
    return (PyObject *)self;
}

static int
memory_traverse(PyObject *object, visitproc visit, void *arg)
{
    struct memory *self = (struct memory *)object;

    Py_VISIT(self->function);
    Py_VISIT(self->results);
    Py_VISIT(self->order);
    return 0;
}

static int
memory_clear(PyObject *object)
{
    struct memory *self = (struct memory *)object;

    Py_CLEAR(self->function);
    Py_CLEAR(self->results);
    Py_CLEAR(self->order);
    return 0;
}

static void
memory_dealloc(PyObject *object)
{
    PyObject_GC_UnTrack(object);
    (void)memory_clear(object);
    Py_TYPE(object)->tp_free(object);
}

/* Remembers a result; the oldest goes when there are too many. */
static int
memory_keep(struct memory *self, PyObject *key, PyObject *result)
{
    if (PyList_GET_SIZE(self->order) >= self->limit) {
        PyObject *oldest = PyList_GET_ITEM(self->order, 0);

        Py_INCREF(oldest);
        if (PyList_SetSlice(self->order, 0, 1, NULL) < 0 ||
            PyDict_DelItem(self->results, oldest) < 0) {
            Py_DECREF(oldest);
            return -1;
        }
        Py_DECREF(oldest);
    }
    if (PyDict_SetItem(self->results, key, result) < 0) {
        return -1;
    }
    return PyList_Append(self->order, key);
}

/* (arguments, sorted keyword items) */
static PyObject *
memory_key(PyObject *arguments, PyObject *keywords)
{
    PyObject *items;
    PyObject *frozen;

    if (keywords == NULL) {
        Py_INCREF(arguments);
        return arguments;
    }
    items = PyDict_Items(keywords);
    if (items == NULL) {
        return NULL;
    }
    if (PyList_Sort(items) < 0) {
        Py_DECREF(items);
        return NULL;
    }
    frozen = PyList_AsTuple(items);
    Py_DECREF(items);
    if (frozen == NULL) {
        return NULL;
    }
    return Py_BuildValue("(ON)", arguments, frozen);
}

static PyObject *
memory_call(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    struct memory *self = (struct memory *)object;
    PyObject *key = memory_key(arguments, keywords);
    PyObject *result;

    if (key == NULL) {
        return NULL;
    }
    result = PyDict_GetItemWithError(self->results, key);
    if (result != NULL) {
        Py_INCREF(result);
        Py_DECREF(key);
        return result;
    }
    if (PyErr_Occurred()) {
        Py_DECREF(key);
        return NULL;
    }
    result = PyObject_Call(self->function, arguments, keywords);
    if (result == NULL) {
        Py_DECREF(key);
        return NULL;
    }
    if (memory_keep(self, key, result) < 0) {
        Py_DECREF(key);
        Py_DECREF(result);
        return NULL;
    }
    Py_DECREF(key);
    return result;
}

static PyObject *
memory_known(PyObject *object, PyObject *Py_UNUSED(none))
{
    struct memory *self = (struct memory *)object;
    PyObject *results = PyDict_Copy(self->results);
    PyObject *order;

    if (results == NULL) {
        return NULL;
    }
    order = PyList_AsTuple(self->order);
    if (order == NULL) {
        Py_DECREF(results);
        return NULL;
    }
    return Py_BuildValue("{s:N,s:N}", "results", results, "order", order);
}

static PyMethodDef memory_methods[] = {
    { "known", memory_known, METH_NOARGS, "What is remembered." },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject memory_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "registry.Memory",
    .tp_basicsize = sizeof(struct memory),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = memory_new,
    .tp_traverse = memory_traverse,
    .tp_clear = memory_clear,
    .tp_dealloc = memory_dealloc,
    .tp_call = memory_call,
    .tp_methods = memory_methods,
};

/* The module */

static PyMethodDef methods[] = {
    { "subscribe", subscribe, METH_VARARGS, "Be called with an event." },
    { "drop", drop, METH_O, "End all subscriptions of an event." },
    { "emit", (PyCFunction)(void (*)(void))emit, METH_FASTCALL,
      "Call the subscribers." },
    { "last", last, METH_NOARGS, "The last event and its results." },
    { "forget", forget, METH_NOARGS, "Empty what is kept." },
    { "set_error_handler", set_error_handler, METH_O, "Be told of errors." },
    { "intern_names", intern_names, METH_O, "One object for each text." },
    { "join_names", join_names, METH_O, "The names and all in one text." },
    { "set_converter", set_converter, METH_VARARGS, "Set one by number." },
    { "convert", convert, METH_O, "A value through all converters." },
    { NULL, NULL, 0, NULL },
};

static void
module_free(void *Py_UNUSED(module))
{
    Py_CLEAR(subscribers);
    Py_CLEAR(interned);
    Py_CLEAR(error_handler);
    Py_CLEAR(last_event);
    Py_CLEAR(join_text);
    for (int i = 0; i < 8; i++) {
        Py_CLEAR(converters[i]);
    }
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "registry",  .m_size = -1,
    .m_methods = methods,  .m_free = module_free,
};

PyMODINIT_FUNC
PyInit_registry(void)
{
    PyObject *module;

    subscribers = PyDict_New();
    interned = PyDict_New();
    if (subscribers == NULL || interned == NULL ||
        PyType_Ready(&token_type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module != NULL && PyModule_AddType(module, &memory_type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
