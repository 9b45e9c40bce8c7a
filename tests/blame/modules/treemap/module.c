/*
 * treemap - a sorted mapping as a binary tree, with iterators and views of it.
 *
 * Nodes are Python objects of their own, so that cycles through keys, values
 * and the map's attributes are seen by the collector.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

struct node {
    PyObject_HEAD PyObject *key;
    PyObject *value;
    struct node *left;
    struct node *right;
};

struct tree {
    PyObject_HEAD struct node *root;
    PyObject *missing; /* called with a key that is not there, or NULL */
    PyObject *name;
    PyObject *listener; /* called after each change, or NULL */
    PyObject *weak_references;
    Py_ssize_t length;
};

struct tree_iterator {
    PyObject_HEAD struct tree *tree;
    PyObject *path; /* the nodes still to visit, a list */
    Py_ssize_t length;
};

static PyTypeObject node_type;
static PyTypeObject tree_type;
static PyTypeObject iterator_type;

/* Nodes */

static struct node *
node_new(PyObject *key, PyObject *value)
{
    struct node *node = PyObject_GC_New(struct node, &node_type);

    if (node == NULL) {
        return NULL;
    }
    node->key = Py_NewRef(key);
    node->value = Py_NewRef(value);
    node->left = NULL;
    node->right = NULL;
    PyObject_GC_Track(node);
    return node;
}

static int
node_traverse(PyObject *object, visitproc visit, void *arg)
{
    struct node *self = (struct node *)object;

    Py_VISIT(self->key);
    Py_VISIT(self->value);
    Py_VISIT(self->left);
    Py_VISIT(self->right);
    return 0;
}

static int
node_clear(PyObject *object)
{
    struct node *self = (struct node *)object;

    Py_CLEAR(self->key);
    Py_CLEAR(self->value);
    Py_CLEAR(self->left);
    Py_CLEAR(self->right);
    return 0;
}

static void
node_dealloc(PyObject *object)
{
    PyObject_GC_UnTrack(object);
    (void)node_clear(object);
    PyObject_GC_Del(object);
}

static PyObject *
node_item(struct node *node)
{
    PyObject *pair = PyTuple_New(2);

    if (pair == NULL) {
        return NULL;
    }
    PyTuple_SET_ITEM(pair, 0, Py_NewRef(node->key));
    PyTuple_SET_ITEM(pair, 1, Py_NewRef(node->value));
    return pair;
}

static PyTypeObject node_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "treemap.node",
    .tp_basicsize = sizeof(struct node),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = node_traverse,
    .tp_clear = node_clear,
    .tp_dealloc = node_dealloc,
};

/* Finding and changing */

/* The link that holds the key, or would; NULL with an exception set. */
static struct node **
tree_link(struct tree *self, PyObject *key)
{
    struct node **link = &self->root;

    while (*link != NULL) {
        struct node *node = *link;
        int less;
        int more;

        Py_INCREF(node);
        less = PyObject_RichCompareBool(key, node->key, Py_LT);
        if (less < 0) {
            Py_DECREF(node);
            return NULL;
        }
        if (less) {
            link = &node->left;
            Py_DECREF(node);
            continue;
        }
        more = PyObject_RichCompareBool(node->key, key, Py_LT);
        if (more < 0) {
            Py_DECREF(node);
            return NULL;
        }
        Py_DECREF(node);
        if (!more) {
            break;
        }
        link = &node->right;
    }
    return link;
}

static int
tree_notify(struct tree *self, const char *what, PyObject *key)
{
    PyObject *listener;
    PyObject *result;

    if (self->listener == NULL) {
        return 0;
    }
    listener = Py_NewRef(self->listener);
    result = PyObject_CallFunction(listener, "sO", what, key);
    Py_DECREF(listener);
    if (result == NULL) {
        return -1;
    }
    Py_DECREF(result);
    return 0;
}

static int
tree_set(struct tree *self, PyObject *key, PyObject *value)
{
    struct node **link = tree_link(self, key);

    if (link == NULL) {
        return -1;
    }
    if (*link != NULL) {
        Py_INCREF(value);
        Py_SETREF((*link)->value, value);
        return tree_notify(self, "changed", key);
    }
    *link = node_new(key, value);
    if (*link == NULL) {
        return -1;
    }
    self->length++;
    return tree_notify(self, "added", key);
}

/* Takes the node out; it goes to the caller with its reference. */
static struct node *
tree_unlink(struct tree *self, struct node **link)
{
    struct node *node = *link;
    struct node *right = node->right;

    *link = node->left;
    node->left = NULL;
    node->right = NULL;
    while (*link != NULL) {
        link = &(*link)->right;
    }
    *link = right;
    self->length--;
    return node;
}

static int
tree_delete(struct tree *self, PyObject *key)
{
    struct node **link = tree_link(self, key);
    struct node *node;

    if (link == NULL) {
        return -1;
    }
    if (*link == NULL) {
        PyErr_SetObject(PyExc_KeyError, key);
        return -1;
    }
    node = tree_unlink(self, link);
    if (tree_notify(self, "removed", node->key) < 0) {
        Py_DECREF(node);
        return -1;
    }
    Py_DECREF(node);
    return 0;
}

static int
tree_assign(PyObject *object, PyObject *key, PyObject *value)
{
    struct tree *self = (struct tree *)object;

    return value == NULL ? tree_delete(self, key) : tree_set(self, key, value);
}

static PyObject *
tree_get(PyObject *object, PyObject *key)
{
    struct tree *self = (struct tree *)object;
    struct node **link = tree_link(self, key);
    PyObject *value;

    if (link == NULL) {
        return NULL;
    }
    if (*link != NULL) {
        return Py_NewRef((*link)->value);
    }
    if (self->missing == NULL) {
        PyErr_SetObject(PyExc_KeyError, key);
        return NULL;
    }
    value = PyObject_CallOneArg(self->missing, key);
    if (value == NULL) {
        return NULL;
    }
    if (tree_set(self, key, value) < 0) {
        Py_DECREF(value);
        return NULL;
    }
    return value;
}

static Py_ssize_t
tree_length(PyObject *object)
{
    return ((struct tree *)object)->length;
}

static int
tree_contains(PyObject *object, PyObject *key)
{
    struct node **link = tree_link((struct tree *)object, key);

    return link == NULL ? -1 : *link != NULL;
}

/* Methods */

static PyObject *
tree_pop(PyObject *object, PyObject *arguments)
{
    struct tree *self = (struct tree *)object;
    PyObject *key;
    PyObject *fallback = NULL;
    struct node **link;
    struct node *node;
    PyObject *value;

    if (!PyArg_ParseTuple(arguments, "O|O", &key, &fallback)) {
        return NULL;
    }
    link = tree_link(self, key);
    if (link == NULL) {
        return NULL;
    }
    if (*link == NULL) {
        if (fallback == NULL) {
            PyErr_SetObject(PyExc_KeyError, key);
            return NULL;
        }
        return Py_NewRef(fallback);
    }
    node = tree_unlink(self, link);
    value = Py_NewRef(node->value);
    if (tree_notify(self, "removed", node->key) < 0) {
        Py_DECREF(node);
        Py_DECREF(value);
        return NULL;
    }
    Py_DECREF(node);
    return value;
}

static int
update_one(struct tree *self, PyObject *item)
{
    PyObject *pair = PySequence_Fast(item, "an item is a pair");
    int status;

    if (pair == NULL) {
        return -1;
    }
    if (PySequence_Fast_GET_SIZE(pair) != 2) {
        PyErr_SetString(PyExc_ValueError, "an item is a pair");
        Py_DECREF(pair);
        return -1;
    }
    status = tree_set(self, PySequence_Fast_GET_ITEM(pair, 0),
                      PySequence_Fast_GET_ITEM(pair, 1));
    Py_DECREF(pair);
    return status;
}

static PyObject *
tree_update(PyObject *object, PyObject *items)
{
    struct tree *self = (struct tree *)object;
    PyObject *iterator;
    PyObject *item;

    if (PyDict_Check(items)) {
        items = PyDict_Items(items);
    }
    else {
        Py_INCREF(items);
    }
    if (items == NULL) {
        return NULL;
    }
    iterator = PyObject_GetIter(items);
    Py_DECREF(items);
    if (iterator == NULL) {
        return NULL;
    }
    while ((item = PyIter_Next(iterator)) != NULL) {
        int status = update_one(self, item);

        Py_DECREF(item);
        if (status < 0) {
            Py_DECREF(iterator);
            return NULL;
        }
    }
    Py_DECREF(iterator);
    if (PyErr_Occurred()) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static int
collect_items(struct node *node, PyObject *list)
{
    PyObject *item;
    int status;

    if (node == NULL) {
        return 0;
    }
    if (collect_items(node->left, list) < 0) {
        return -1;
    }
    item = node_item(node);
    if (item == NULL) {
        return -1;
    }
    status = PyList_Append(list, item);
    Py_DECREF(item);
    return status < 0 ? -1 : collect_items(node->right, list);
}

static PyObject *
tree_items(PyObject *object, PyObject *Py_UNUSED(unused))
{
    PyObject *list = PyList_New(0);

    if (list == NULL) {
        return NULL;
    }
    if (collect_items(((struct tree *)object)->root, list) < 0) {
        Py_DECREF(list);
        return NULL;
    }
    return list;
}

/* Replaces each value by what the function makes of it. */
static int
apply_to(struct node *node, PyObject *function)
{
    PyObject *value;

    if (node == NULL) {
        return 0;
    }
    value =
        PyObject_CallFunctionObjArgs(function, node->key, node->value, NULL);
    if (value == NULL) {
        return -1;
    }
    Py_SETREF(node->value, value);
    if (apply_to(node->left, function) < 0) {
        return -1;
    }
    return apply_to(node->right, function);
}

static PyObject *
tree_apply(PyObject *object, PyObject *function)
{
    if (apply_to(((struct tree *)object)->root, function) < 0) {
        return NULL;
    }
    Py_INCREF(object);
    return object;
}

/* (smallest, largest) item; an error when there is none. */
static PyObject *
tree_ends(PyObject *object, PyObject *Py_UNUSED(unused))
{
    struct tree *self = (struct tree *)object;
    struct node *node = self->root;
    PyObject *first;
    PyObject *last;

    if (node == NULL) {
        PyErr_SetString(PyExc_ValueError, "an empty map has no ends");
        return NULL;
    }
    while (node->left != NULL) {
        node = node->left;
    }
    first = node_item(node);
    if (first == NULL) {
        return NULL;
    }
    node = self->root;
    while (node->right != NULL) {
        node = node->right;
    }
    last = node_item(node);
    if (last == NULL) {
        Py_DECREF(first);
        return NULL;
    }
    return Py_BuildValue("(NN)", first, last);
}

static PyObject *
tree_copy(PyObject *object, PyObject *Py_UNUSED(unused))
{
    struct tree *self = (struct tree *)object;
    PyObject *items = tree_items(object, NULL);
    PyObject *copy;
    PyObject *done;

    if (items == NULL) {
        return NULL;
    }
    copy = PyObject_CallNoArgs((PyObject *)Py_TYPE(object));
    if (copy == NULL) {
        Py_DECREF(items);
        return NULL;
    }
    Py_XINCREF(self->name);
    Py_XSETREF(((struct tree *)copy)->name, self->name);
    done = tree_update(copy, items);
    Py_DECREF(items);
    if (done == NULL) {
        Py_DECREF(copy);
        return NULL;
    }
    Py_DECREF(done);
    return copy;
}

static PyObject *
tree_clear_all(PyObject *object, PyObject *Py_UNUSED(unused))
{
    struct tree *self = (struct tree *)object;

    self->length = 0;
    Py_CLEAR(self->root);
    Py_RETURN_NONE;
}

/* Equal when the items are. */
static PyObject *
tree_compare(PyObject *left, PyObject *right, int operation)
{
    PyObject *a;
    PyObject *b;
    PyObject *result;

    if (!PyObject_TypeCheck(right, &tree_type) ||
        (operation != Py_EQ && operation != Py_NE)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    a = tree_items(left, NULL);
    if (a == NULL) {
        return NULL;
    }
    b = tree_items(right, NULL);
    if (b == NULL) {
        Py_DECREF(a);
        return NULL;
    }
    result = PyObject_RichCompare(a, b, operation);
    Py_DECREF(a);
    Py_DECREF(b);
    return result;
}

static PyObject *
tree_repr(PyObject *object)
{
    struct tree *self = (struct tree *)object;
    PyObject *items;
    PyObject *text;
    int entered = Py_ReprEnter(object);

    if (entered != 0) {
        return entered > 0 ? PyUnicode_FromString("Tree(...)") : NULL;
    }
    items = tree_items(object, NULL);
    if (items == NULL) {
        Py_ReprLeave(object);
        return NULL;
    }
    if (self->name == NULL) {
        text = PyUnicode_FromFormat("Tree(%R)", items);
    }
    else {
        text = PyUnicode_FromFormat("Tree(%R, name=%R)", items, self->name);
    }
    Py_DECREF(items);
    Py_ReprLeave(object);
    return text;
}

/* Iterators walk the tree with a list of nodes that wait. */

static int
push_left(PyObject *path, struct node *node)
{
    for (; node != NULL; node = node->left) {
        if (PyList_Append(path, (PyObject *)node) < 0) {
            return -1;
        }
    }
    return 0;
}

static PyObject *
tree_iter(PyObject *object)
{
    struct tree *tree = (struct tree *)object;
    struct tree_iterator *self =
        PyObject_GC_New(struct tree_iterator, &iterator_type);

    if (self == NULL) {
        return NULL;
    }
    self->tree = NULL;
    self->length = tree->length;
    self->path = PyList_New(0);
    if (self->path == NULL || push_left(self->path, tree->root) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    self->tree = (struct tree *)Py_NewRef(object);
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static PyObject *
iterator_next(PyObject *object)
{
    struct tree_iterator *self = (struct tree_iterator *)object;
    struct node *node;
    PyObject *key;
    Py_ssize_t waiting;

    if (self->tree == NULL) {
        return NULL;
    }
    if (self->tree->length != self->length) {
        PyErr_SetString(PyExc_RuntimeError, "the map changed");
        return NULL;
    }
    waiting = PyList_GET_SIZE(self->path);
    if (waiting == 0) {
        Py_CLEAR(self->tree);
        return NULL;
    }
    node = (struct node *)Py_NewRef(PyList_GET_ITEM(self->path, waiting - 1));
    if (PyList_SetSlice(self->path, waiting - 1, waiting, NULL) < 0 ||
        push_left(self->path, node->right) < 0) {
        Py_DECREF(node);
        return NULL;
    }
    key = Py_NewRef(node->key);
    Py_DECREF(node);
    return key;
}

static int
iterator_traverse(PyObject *object, visitproc visit, void *arg)
{
    struct tree_iterator *self = (struct tree_iterator *)object;

    Py_VISIT(self->tree);
    Py_VISIT(self->path);
    return 0;
}

static int
iterator_clear(PyObject *object)
{
    struct tree_iterator *self = (struct tree_iterator *)object;

    Py_CLEAR(self->tree);
    Py_CLEAR(self->path);
    return 0;
}

static void
iterator_dealloc(PyObject *object)
{
    PyObject_GC_UnTrack(object);
    (void)iterator_clear(object);
    PyObject_GC_Del(object);
}

static PyTypeObject iterator_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "treemap.iterator",
    .tp_basicsize = sizeof(struct tree_iterator),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = iterator_traverse,
    .tp_clear = iterator_clear,
    .tp_dealloc = iterator_dealloc,
    .tp_iter = PyObject_SelfIter,
    .tp_iternext = iterator_next,
};

/* The type */

static int
tree_init(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = { "items", "name", "missing", "listener", NULL };
    struct tree *self = (struct tree *)object;
    PyObject *items = NULL;
    PyObject *name = NULL;
    PyObject *missing = NULL;
    PyObject *listener = NULL;
    PyObject *done;

    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|OUOO", names,
                                     &items, &name, &missing, &listener)) {
        return -1;
    }
    if (missing != NULL && !PyCallable_Check(missing)) {
        PyErr_SetString(PyExc_TypeError, "missing is not callable");
        return -1;
    }
    Py_XINCREF(name);
    Py_XSETREF(self->name, name);
    Py_XINCREF(missing);
    Py_XSETREF(self->missing, missing);
    Py_XINCREF(listener);
    Py_XSETREF(self->listener, listener);
    if (items == NULL) {
        return 0;
    }
    done = tree_update(object, items);
    if (done == NULL) {
        return -1;
    }
    Py_DECREF(done);
    return 0;
}

static int
tree_traverse(PyObject *object, visitproc visit, void *arg)
{
    struct tree *self = (struct tree *)object;

    Py_VISIT(self->root);
    Py_VISIT(self->missing);
    Py_VISIT(self->name);
    Py_VISIT(self->listener);
    return 0;
}

static int
tree_clear(PyObject *object)
{
    struct tree *self = (struct tree *)object;

    Py_CLEAR(self->root);
    Py_CLEAR(self->missing);
    Py_CLEAR(self->name);
    Py_CLEAR(self->listener);
    return 0;
}

static void
tree_dealloc(PyObject *object)
{
    struct tree *self = (struct tree *)object;

    PyObject_GC_UnTrack(object);
    if (self->weak_references != NULL) {
        PyObject_ClearWeakRefs(object);
    }
    (void)tree_clear(object);
    Py_TYPE(object)->tp_free(object);
}

static PyObject *
tree_name(PyObject *object, void *Py_UNUSED(closure))
{
    struct tree *self = (struct tree *)object;

    if (self->name == NULL) {
        return PyUnicode_FromFormat("tree of %zd", self->length);
    }
    return Py_NewRef(self->name);
}

static int
tree_set_name(PyObject *object, PyObject *name, void *Py_UNUSED(closure))
{
    struct tree *self = (struct tree *)object;

    if (name == NULL) {
        Py_CLEAR(self->name);
        return 0;
    }
    if (!PyUnicode_Check(name)) {
        PyErr_SetString(PyExc_TypeError, "a name is text");
        return -1;
    }
    Py_INCREF(name);
    Py_XSETREF(self->name, name);
    return 0;
}

static PyMethodDef tree_methods[] = {
    { "pop", tree_pop, METH_VARARGS, "Remove a key, return its value." },
    { "update", tree_update, METH_O, "Set many items." },
    { "items", tree_items, METH_NOARGS, "A sorted list of pairs." },
    { "apply", tree_apply, METH_O, "Replace all values." },
    { "ends", tree_ends, METH_NOARGS, "The first and the last item." },
    { "copy", tree_copy, METH_NOARGS, "A map of the same items." },
    { "clear", tree_clear_all, METH_NOARGS, "Remove everything." },
    { NULL, NULL, 0, NULL },
};

static PyMemberDef tree_members[] = {
    { "listener", T_OBJECT, offsetof(struct tree, listener), 0,
      "Called after each change." },
    { NULL, 0, 0, 0, NULL },
};

static PyGetSetDef tree_attributes[] = {
    { "name", tree_name, tree_set_name, "What it is called.", NULL },
    { NULL, NULL, NULL, NULL, NULL },
};

static PyMappingMethods tree_mapping = {
    .mp_length = tree_length,
    .mp_subscript = tree_get,
    .mp_ass_subscript = tree_assign,
};

static PySequenceMethods tree_sequence = {
    .sq_contains = tree_contains,
};

static PyTypeObject tree_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "treemap.Tree",
    .tp_basicsize = sizeof(struct tree),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_doc = "A sorted mapping.",
    .tp_new = PyType_GenericNew,
    .tp_init = tree_init,
    .tp_traverse = tree_traverse,
    .tp_clear = tree_clear,
    .tp_dealloc = tree_dealloc,
    .tp_weaklistoffset = offsetof(struct tree, weak_references),
    .tp_richcompare = tree_compare,
    .tp_repr = tree_repr,
    .tp_iter = tree_iter,
    .tp_methods = tree_methods,
    .tp_members = tree_members,
    .tp_getset = tree_attributes,
    .tp_as_mapping = &tree_mapping,
    .tp_as_sequence = &tree_sequence,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "treemap",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_treemap(void)
{
    PyObject *module;

    if (PyType_Ready(&node_type) < 0 || PyType_Ready(&iterator_type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module != NULL && PyModule_AddType(module, &tree_type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
