/*
 * templates - texts with holes, filled from scopes that know their parents.
 *
 * "Dear {name|upper}, you owe {sum}." A hole names a value and the filters it
 * goes through. Types are made from specifications; the module has a state.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

struct state {
    PyTypeObject *template_type;
    PyTypeObject *scope_type;
    PyTypeObject *walk_type;
    PyObject *error;   /* templates.TemplateError */
    PyObject *filters; /* {name: callable} */
    PyObject *recent;  /* what was compiled last, or NULL */
};

static struct PyModuleDef definition;

static struct state *
state_of(PyTypeObject *type)
{
    return PyModule_GetState(PyType_GetModuleByDef(type, &definition));
}

/* Scopes: names and values, and an outer scope that is asked next. */

struct scope {
    PyObject_HEAD PyObject *values; /* dict */
    PyObject *outer;                /* another scope, or NULL */
    PyObject *missing; /* is called with a name that nobody knows, or NULL */
    PyObject *weak;
};

static int
scope_init(PyObject *op, PyObject *args, PyObject *kwargs)
{
    struct scope *self = (struct scope *)op;
    static char *keywords[] = { "values", "outer", "missing", NULL };
    PyObject *values = NULL, *outer = NULL, *missing = NULL;
    PyObject *copied;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OOO", keywords, &values,
                                     &outer, &missing)) {
        return -1;
    }
    if (outer == Py_None) {
        outer = NULL;
    }
    if (outer != NULL && Py_TYPE(outer) != Py_TYPE(op)) {
        PyErr_SetString(PyExc_TypeError, "outer must be a scope");
        return -1;
    }
    copied = PyDict_New();
    if (copied == NULL) {
        return -1;
    }
    if (values != NULL && PyDict_Update(copied, values) < 0) {
        Py_DECREF(copied);
        return -1;
    }
    Py_XSETREF(self->values, copied);
    Py_XINCREF(outer);
    Py_XSETREF(self->outer, outer);
    Py_XSETREF(self->missing, Py_XNewRef(missing));
    return 0;
}

static int
scope_traverse(PyObject *op, visitproc visit, void *arg)
{
    struct scope *self = (struct scope *)op;

    Py_VISIT(Py_TYPE(op));
    Py_VISIT(self->values);
    Py_VISIT(self->outer);
    Py_VISIT(self->missing);
    return 0;
}

static int
scope_clear(PyObject *op)
{
    struct scope *self = (struct scope *)op;

    Py_CLEAR(self->values);
    Py_CLEAR(self->outer);
    Py_CLEAR(self->missing);
    return 0;
}

static void
scope_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);

    PyObject_GC_UnTrack(op);
    if (((struct scope *)op)->weak != NULL) {
        PyObject_ClearWeakRefs(op);
    }
    scope_clear(op);
    type->tp_free(op);
    Py_DECREF(type);
}

/* A new reference, or NULL; the error is a KeyError if nobody knows it. */
static PyObject *
look_up(struct scope *scope, PyObject *name)
{
    PyObject *missing = NULL;

    for (; scope != NULL; scope = (struct scope *)scope->outer) {
        PyObject *value;

        if (scope->values == NULL) {
            break;
        }
        value = PyDict_GetItemWithError(scope->values, name);
        if (value != NULL) {
            Py_INCREF(value);
            return value;
        }
        if (PyErr_Occurred()) {
            return NULL;
        }
        if (missing == NULL) {
            missing = scope->missing;
        }
    }
    if (missing == NULL) {
        PyErr_SetObject(PyExc_KeyError, name);
        return NULL;
    }
    return PyObject_CallOneArg(missing, name);
}

static PyObject *
scope_item(PyObject *op, PyObject *name)
{
    return look_up((struct scope *)op, name);
}

static int
scope_set_item(PyObject *op, PyObject *name, PyObject *value)
{
    struct scope *self = (struct scope *)op;

    if (self->values == NULL) {
        self->values = PyDict_New();
        if (self->values == NULL) {
            return -1;
        }
    }
    return value == NULL ? PyDict_DelItem(self->values, name)
                         : PyDict_SetItem(self->values, name, value);
}

/* inner(**values): a scope inside of this one */
static PyObject *
scope_inner(PyObject *op, PyObject *Py_UNUSED(args), PyObject *kwargs)
{
    PyObject *given = PyTuple_New(2);
    PyObject *inner;

    if (given == NULL) {
        return NULL;
    }
    if (kwargs == NULL) {
        kwargs = PyDict_New();
        if (kwargs == NULL) {
            Py_DECREF(given);
            return NULL;
        }
    }
    else {
        Py_INCREF(kwargs);
    }
    PyTuple_SET_ITEM(given, 0, kwargs);
    Py_INCREF(op);
    PyTuple_SET_ITEM(given, 1, op);
    inner = PyObject_Call((PyObject *)Py_TYPE(op), given, NULL);
    Py_DECREF(given);
    return inner;
}

/* flat(): one dict with all that is visible */
static PyObject *
scope_flat(PyObject *op, PyObject *Py_UNUSED(none))
{
    struct scope *self = (struct scope *)op;
    PyObject *all;

    if (self->outer != NULL) {
        all = scope_flat(self->outer, NULL);
    }
    else {
        all = PyDict_New();
    }
    if (all == NULL) {
        return NULL;
    }
    if (self->values != NULL && PyDict_Update(all, self->values) < 0) {
        Py_DECREF(all);
        return NULL;
    }
    return all;
}

static PyMethodDef scope_methods[] = {
    { "inner", (PyCFunction)(void (*)(void))scope_inner,
      METH_VARARGS | METH_KEYWORDS, NULL },
    { "flat", scope_flat, METH_NOARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static PyMemberDef scope_members[] = {
    { "outer", T_OBJECT, offsetof(struct scope, outer), READONLY, NULL },
    { "__weaklistoffset__", T_PYSSIZET, offsetof(struct scope, weak), READONLY,
      NULL },
    { NULL, 0, 0, 0, NULL },
};

static PyType_Slot scope_slots[] = {
    { Py_tp_init, scope_init },
    { Py_tp_traverse, scope_traverse },
    { Py_tp_clear, scope_clear },
    { Py_tp_dealloc, scope_dealloc },
    { Py_tp_methods, scope_methods },
    { Py_tp_members, scope_members },
    { Py_mp_subscript, scope_item },
    { Py_mp_ass_subscript, scope_set_item },
    { 0, NULL },
};

static PyType_Spec scope_spec = { "templates.Scope", sizeof(struct scope), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
                                      Py_TPFLAGS_BASETYPE,
                                  scope_slots };

/* Templates: a tuple of texts and of holes, (name, filter, filter ...). */

struct template
{
    PyObject_HEAD PyObject *parts; /* tuple */
    PyObject *source;              /* str */
    PyObject *fallback;            /* stands for values that fail, or NULL */
    PyObject *last;                /* the text that was made last, or NULL */
};

/* A hole from "name|filter|filter". */
static PyObject *
parse_hole(struct state *state, PyObject *text)
{
    PyObject *bar = PyUnicode_FromString("|");
    PyObject *words, *hole;

    if (bar == NULL) {
        return NULL;
    }
    words = PyUnicode_Split(text, bar, -1);
    Py_DECREF(bar);
    if (words == NULL) {
        return NULL;
    }
    for (Py_ssize_t i = 1; i < PyList_GET_SIZE(words); i++) {
        int known = PyDict_Contains(state->filters, PyList_GET_ITEM(words, i));

        if (known <= 0) {
            if (known == 0) {
                PyErr_Format(state->error, "no filter %R",
                             PyList_GET_ITEM(words, i));
            }
            Py_DECREF(words);
            return NULL;
        }
    }
    hole = PyList_AsTuple(words);
    Py_DECREF(words);
    return hole;
}

/* Adds the text between two places, if there is any. */
static int
add_text(PyObject *parts, PyObject *source, Py_ssize_t from, Py_ssize_t to)
{
    PyObject *text;
    int status;

    if (from >= to) {
        return 0;
    }
    text = PyUnicode_Substring(source, from, to);
    if (text == NULL) {
        return -1;
    }
    status = PyList_Append(parts, text);
    Py_DECREF(text);
    return status;
}

static int
add_hole(struct state *state, PyObject *parts, PyObject *source,
         Py_ssize_t from, Py_ssize_t to)
{
    PyObject *text = PyUnicode_Substring(source, from, to);
    PyObject *hole;

    if (text == NULL) {
        return -1;
    }
    hole = parse_hole(state, text);
    if (hole == NULL) {
        Py_DECREF(text);
        return -1;
    }
    if (PyList_Append(parts, hole) < 0) {
        Py_DECREF(text);
        Py_DECREF(hole);
        return -1;
    }
    Py_DECREF(hole);
    Py_DECREF(text);
    return 0;
}

static PyObject *
parse(struct state *state, PyObject *source)
{
    PyObject *parts = PyList_New(0);
    PyObject *result;
    Py_ssize_t at = 0, size = PyUnicode_GET_LENGTH(source);

    if (parts == NULL) {
        return NULL;
    }
    while (at < size) {
        Py_ssize_t open = PyUnicode_FindChar(source, '{', at, size, 1);
        Py_ssize_t close;

        if (open == -2) {
            goto error;
        }
        if (add_text(parts, source, at, open < 0 ? size : open) < 0) {
            goto error;
        }
        if (open < 0) {
            break;
        }
        close = PyUnicode_FindChar(source, '}', open, size, 1);
        if (close < 0) {
            PyErr_Format(state->error, "a hole at %zd has no end", open);
            goto error;
        }
        if (add_hole(state, parts, source, open + 1, close) < 0) {
            goto error;
        }
        at = close + 1;
    }
    result = PyList_AsTuple(parts);
    Py_DECREF(parts);
    return result;

error:
    Py_DECREF(parts);
    return NULL;
}

static PyObject *
template_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *keywords[] = { "source", "fallback", NULL };
    PyObject *source, *fallback = NULL;
    struct state *state = state_of(type);
    struct template *self;
    PyObject *parts;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "U|O", keywords, &source,
                                     &fallback)) {
        return NULL;
    }
    parts = parse(state, source);
    if (parts == NULL) {
        return NULL;
    }
    self = (struct template *)type->tp_alloc(type, 0);
    if (self == NULL) {
        Py_DECREF(parts);
        return NULL;
    }
    self->parts = parts;
    Py_INCREF(source);
    self->source = source;
    self->fallback = Py_XNewRef(fallback);
    Py_INCREF(source);
    Py_XSETREF(state->recent, source);
    return (PyObject *)self;
}

static int
template_traverse(PyObject *op, visitproc visit, void *arg)
{
    struct template *self = (struct template *)op;

    Py_VISIT(Py_TYPE(op));
    Py_VISIT(self->parts);
    Py_VISIT(self->source);
    Py_VISIT(self->fallback);
    Py_VISIT(self->last);
    return 0;
}

static int
template_clear(PyObject *op)
{
    struct template *self = (struct template *)op;

    Py_CLEAR(self->parts);
    Py_CLEAR(self->source);
    Py_CLEAR(self->fallback);
    Py_CLEAR(self->last);
    return 0;
}

static void
template_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);

    PyObject_GC_UnTrack(op);
    template_clear(op);
    type->tp_free(op);
    Py_DECREF(type);
}

/* The value of a hole, after all its filters. */
static PyObject *
value_of(struct state *state, PyObject *hole, struct scope *scope)
{
    PyObject *value = look_up(scope, PyTuple_GET_ITEM(hole, 0));

    for (Py_ssize_t i = 1; value != NULL && i < PyTuple_GET_SIZE(hole); i++) {
        PyObject *filter =
            PyDict_GetItemWithError(state->filters, PyTuple_GET_ITEM(hole, i));
        PyObject *filtered;

        if (filter == NULL) {
            if (!PyErr_Occurred()) {
                PyErr_SetString(state->error, "a filter has gone");
            }
            Py_DECREF(value);
            return NULL;
        }
        Py_INCREF(filter);
        filtered = PyObject_CallOneArg(filter, value);
        Py_DECREF(filter);
        Py_DECREF(value);
        value = filtered;
    }
    return value;
}

/* The text of one part; the fallback stands for an Exception. */
static PyObject *
text_of(struct template *self, struct state *state, PyObject *part,
        struct scope *scope)
{
    PyObject *value, *text;

    if (PyUnicode_Check(part)) {
        Py_INCREF(part);
        return part;
    }
    value = value_of(state, part, scope);
    if (value == NULL) {
        if (self->fallback == NULL ||
            !PyErr_ExceptionMatches(PyExc_Exception)) {
            return NULL;
        }
        PyErr_Clear();
        value = Py_NewRef(self->fallback);
    }
    text = PyObject_Str(value);
    Py_DECREF(value);
    return text;
}

static PyObject *
template_fill(PyObject *op, PyObject *arg)
{
    struct template *self = (struct template *)op;
    struct state *state = state_of(Py_TYPE(op));
    PyObject *texts, *empty, *whole;

    if (!PyObject_TypeCheck(arg, state->scope_type)) {
        PyErr_SetString(PyExc_TypeError, "fill needs a scope");
        return NULL;
    }
    texts = PyList_New(0);
    if (texts == NULL) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(self->parts); i++) {
        PyObject *text = text_of(self, state, PyTuple_GET_ITEM(self->parts, i),
                                 (struct scope *)arg);

        if (text == NULL) {
            Py_DECREF(texts);
            return NULL;
        }
        if (PyList_Append(texts, text) < 0) {
            Py_DECREF(text);
            Py_DECREF(texts);
            return NULL;
        }
        Py_DECREF(text);
    }
    empty = PyUnicode_FromStringAndSize(NULL, 0);
    if (empty == NULL) {
        Py_DECREF(texts);
        return NULL;
    }
    whole = PyUnicode_Join(empty, texts);
    Py_DECREF(empty);
    Py_DECREF(texts);
    if (whole == NULL) {
        return NULL;
    }
    Py_INCREF(whole);
    Py_XSETREF(self->last, whole);
    return whole;
}

/* names(): a list of what the holes name */
static PyObject *
template_names(PyObject *op, PyObject *Py_UNUSED(none))
{
    struct template *self = (struct template *)op;
    PyObject *names = PyList_New(0);

    if (names == NULL) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(self->parts); i++) {
        PyObject *part = PyTuple_GET_ITEM(self->parts, i);
        PyObject *upper;

        if (!PyTuple_Check(part)) {
            continue;
        }
        upper = PyObject_CallMethod(PyTuple_GET_ITEM(part, 0), "upper", NULL);
        if (upper == NULL) {
            Py_DECREF(names);
            return NULL;
        }
        if (PyList_Append(names, upper) < 0) {
            Py_DECREF(upper);
            Py_DECREF(names);
            return NULL;
        }
        Py_DECREF(upper);
    }
    return names;
}

/* summary(): (parts, names, what was made last) */
static PyObject *
template_summary(PyObject *op, PyObject *Py_UNUSED(none))
{
    struct template *self = (struct template *)op;
    PyObject *names = template_names(op, NULL);

    if (names == NULL) {
        return NULL;
    }
    if (self->last == NULL) {
        return Py_BuildValue("(ONs)", self->parts, names, "never");
    }
    return Py_BuildValue("(ONO)", self->parts, names, self->last);
}

static PyObject *
template_last(PyObject *op, void *Py_UNUSED(closure))
{
    struct template *self = (struct template *)op;

    if (self->last == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(self->last);
    return self->last;
}

static int
template_set_fallback(PyObject *op, PyObject *value, void *Py_UNUSED(closure))
{
    struct template *self = (struct template *)op;

    if (value == NULL) {
        Py_CLEAR(self->fallback);
        return 0;
    }
    Py_INCREF(value);
    Py_XSETREF(self->fallback, value);
    return 0;
}

static PyObject *
template_add(PyObject *left, PyObject *right)
{
    struct template *a = (struct template *)left;
    struct template *b = (struct template *)right;
    PyObject *source, *sum;

    if (Py_TYPE(left) != Py_TYPE(right)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    source = PyUnicode_Concat(a->source, b->source);
    if (source == NULL) {
        return NULL;
    }
    sum = PyObject_CallOneArg((PyObject *)Py_TYPE(left), source);
    Py_DECREF(source);
    return sum;
}

/* Walking: (position, part) for each part. */

struct walk {
    PyObject_HEAD struct template *of; /* NULL at the end */
    Py_ssize_t at;
};

static PyObject *
template_iter(PyObject *op)
{
    struct state *state = state_of(Py_TYPE(op));
    struct walk *walk = PyObject_GC_New(struct walk, state->walk_type);

    if (walk == NULL) {
        return NULL;
    }
    Py_INCREF(op);
    walk->of = (struct template *)op;
    walk->at = 0;
    PyObject_GC_Track(walk);
    return (PyObject *)walk;
}

static int
walk_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((struct walk *)op)->of);
    return 0;
}

static void
walk_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);

    PyObject_GC_UnTrack(op);
    Py_XDECREF(((struct walk *)op)->of);
    PyObject_GC_Del(op);
    Py_DECREF(type);
}

static PyObject *
walk_next(PyObject *op)
{
    struct walk *self = (struct walk *)op;
    PyObject *part, *number, *pair;

    if (self->of == NULL) {
        return NULL;
    }
    if (self->at >= PyTuple_GET_SIZE(self->of->parts)) {
        Py_CLEAR(self->of);
        return NULL;
    }
    part = PyTuple_GET_ITEM(self->of->parts, self->at);
    number = PyLong_FromSsize_t(1000 + self->at);
    if (number == NULL) {
        return NULL;
    }
    pair = PyTuple_New(2);
    if (pair == NULL) {
        Py_DECREF(number);
        return NULL;
    }
    PyTuple_SET_ITEM(pair, 0, number);
    Py_INCREF(part);
    PyTuple_SET_ITEM(pair, 1, part);
    self->at++;
    return pair;
}

static PyType_Slot walk_slots[] = {
    { Py_tp_traverse, walk_traverse },
    { Py_tp_dealloc, walk_dealloc },
    { Py_tp_iter, PyObject_SelfIter },
    { Py_tp_iternext, walk_next },
    { 0, NULL },
};

static PyType_Spec walk_spec = { "templates.Walk", sizeof(struct walk), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
                                 walk_slots };

static PyMethodDef template_methods[] = {
    { "fill", template_fill, METH_O, NULL },
    { "names", template_names, METH_NOARGS, NULL },
    { "summary", template_summary, METH_NOARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static PyGetSetDef template_getset[] = {
    { "last", template_last, NULL, NULL, NULL },
    { "fallback", NULL, template_set_fallback, NULL, NULL },
    { NULL, NULL, NULL, NULL, NULL },
};

static PyType_Slot template_slots[] = {
    { Py_tp_new, template_new },
    { Py_tp_traverse, template_traverse },
    { Py_tp_clear, template_clear },
    { Py_tp_dealloc, template_dealloc },
    { Py_tp_methods, template_methods },
    { Py_tp_getset, template_getset },
    { Py_tp_iter, template_iter },
    { Py_nb_add, template_add },
    { 0, NULL },
};

static PyType_Spec template_spec = { "templates.Template",
                                     sizeof(struct template), 0,
                                     Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
                                     template_slots };

/* The module */

/* set_filter(name, function): returns the one before, or None */
static PyObject *
set_filter(PyObject *module, PyObject *args)
{
    struct state *state = PyModule_GetState(module);
    PyObject *name, *function, *before;

    if (!PyArg_ParseTuple(args, "UO", &name, &function)) {
        return NULL;
    }
    if (function != Py_None && !PyCallable_Check(function)) {
        PyErr_SetString(PyExc_TypeError, "a filter must be callable");
        return NULL;
    }
    before = PyDict_GetItemWithError(state->filters, name);
    if (before == NULL) {
        if (PyErr_Occurred()) {
            return NULL;
        }
        before = Py_None;
    }
    Py_INCREF(before);
    if (function == Py_None) {
        if (before != Py_None && PyDict_DelItem(state->filters, name) < 0) {
            Py_DECREF(before);
            return NULL;
        }
        return before;
    }
    if (PyDict_SetItem(state->filters, name, function) < 0) {
        Py_DECREF(before);
        return NULL;
    }
    return before;
}

/* fill_all(sources, scope): {source: text}; a pair of lists if some failed */
static PyObject *
fill_all(PyObject *module, PyObject *args)
{
    struct state *state = PyModule_GetState(module);
    PyObject *sources, *scope, *iterator, *source;
    PyObject *filled = NULL, *failed = NULL;

    if (!PyArg_ParseTuple(args, "OO", &sources, &scope)) {
        return NULL;
    }
    iterator = PyObject_GetIter(sources);
    if (iterator == NULL) {
        return NULL;
    }
    filled = PyDict_New();
    failed = PyList_New(0);
    if (filled == NULL || failed == NULL) {
        goto error;
    }
    while ((source = PyIter_Next(iterator)) != NULL) {
        PyObject *template, *text;

        template =
            PyObject_CallOneArg((PyObject *)state->template_type, source);
        if (template == NULL) {
            if (!PyErr_ExceptionMatches(state->error)) {
                Py_DECREF(source);
                goto error;
            }
            PyErr_Clear();
            if (PyList_Append(failed, source) < 0) {
                Py_DECREF(source);
                goto error;
            }
            Py_DECREF(source);
            continue;
        }
        text = template_fill(template, scope);
        Py_DECREF(template);
        if (text == NULL || PyDict_SetItem(filled, source, text) < 0) {
            Py_XDECREF(text);
            Py_DECREF(source);
            goto error;
        }
        Py_DECREF(text);
        Py_DECREF(source);
    }
    if (PyErr_Occurred()) {
        goto error;
    }
    Py_DECREF(iterator);
    if (PyList_GET_SIZE(failed) > 0) {
        return Py_BuildValue("(NN)", filled, failed);
    }
    Py_DECREF(failed);
    return filled;

error:
    Py_DECREF(iterator);
    Py_XDECREF(filled);
    Py_XDECREF(failed);
    return NULL;
}

static PyObject *
recent(PyObject *module, PyObject *Py_UNUSED(none))
{
    struct state *state = PyModule_GetState(module);
    PyObject *source = state->recent;

    if (source == NULL) {
        Py_RETURN_NONE;
    }
    state->recent = NULL;
    return source;
}

static PyMethodDef methods[] = {
    { "set_filter", set_filter, METH_VARARGS, NULL },
    { "fill_all", fill_all, METH_VARARGS, NULL },
    { "recent", recent, METH_NOARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static int
module_exec(PyObject *module)
{
    struct state *state = PyModule_GetState(module);

    state->filters = PyDict_New();
    state->error =
        PyErr_NewException("templates.TemplateError", PyExc_ValueError, NULL);
    state->scope_type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &scope_spec, NULL);
    state->template_type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &template_spec, NULL);
    state->walk_type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &walk_spec, NULL);
    if (state->filters == NULL || state->error == NULL ||
        state->scope_type == NULL || state->template_type == NULL ||
        state->walk_type == NULL ||
        PyModule_AddObjectRef(module, "TemplateError", state->error) < 0 ||
        PyModule_AddType(module, state->scope_type) < 0 ||
        PyModule_AddType(module, state->template_type) < 0) {
        return -1;
    }
    return 0;
}

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct state *state = PyModule_GetState(module);

    Py_VISIT(state->template_type);
    Py_VISIT(state->scope_type);
    Py_VISIT(state->walk_type);
    Py_VISIT(state->error);
    Py_VISIT(state->filters);
    Py_VISIT(state->recent);
    return 0;
}

static int
module_clear(PyObject *module)
{
    struct state *state = PyModule_GetState(module);

    Py_CLEAR(state->template_type);
    Py_CLEAR(state->scope_type);
    Py_CLEAR(state->walk_type);
    Py_CLEAR(state->error);
    Py_CLEAR(state->filters);
    Py_CLEAR(state->recent);
    return 0;
}

static PyModuleDef_Slot module_slots[] = {
    { Py_mod_exec, module_exec },
    { 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,          .m_name = "templates",
    .m_size = sizeof(struct state), .m_methods = methods,
    .m_slots = module_slots,        .m_traverse = module_traverse,
    .m_clear = module_clear,
};

PyMODINIT_FUNC
PyInit_templates(void)
{
    return PyModuleDef_Init(&definition);
}
