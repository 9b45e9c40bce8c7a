/*
 * protocols - a descriptor that computes once, and a sequence with arithmetic.
 *
 * Both types are made on the heap, from specifications.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

/* For both types here: tp_clear releases what the object holds. */
static void
object_dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    (void)type->tp_clear(object);
    type->tp_free(object);
    Py_DECREF(type);
}

/* lazy: a descriptor that computes an attribute once */

struct lazy {
    PyObject_HEAD PyObject *function;
    PyObject *name; /* set when the class is made */
};

static PyObject *
lazy_new(PyTypeObject *type, PyObject *arguments, PyObject *Py_UNUSED(none))
{
    PyObject *function;
    struct lazy *self;

    if (!PyArg_ParseTuple(arguments, "O", &function)) {
        return NULL;
    }
    self = (struct lazy *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->function = Py_NewRef(function);
    }
    return (PyObject *)self;
}

static int
lazy_traverse(PyObject *object, visitproc visit, void *arg)
{
    struct lazy *self = (struct lazy *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->function);
    Py_VISIT(self->name);
    return 0;
}

static int
lazy_clear(PyObject *object)
{
    struct lazy *self = (struct lazy *)object;

    Py_CLEAR(self->function);
    Py_CLEAR(self->name);
    return 0;
}

static PyObject *
lazy_get(PyObject *object, PyObject *instance, PyObject *Py_UNUSED(class))
{
    struct lazy *self = (struct lazy *)object;
    PyObject *attributes;
    PyObject *value;

    if (instance == NULL) {
        Py_INCREF(object);
        return object;
    }
    if (self->name == NULL) {
        PyErr_SetString(PyExc_TypeError, "a lazy attribute has no name");
        return NULL;
    }
    attributes = PyObject_GetAttrString(instance, "__dict__");
    if (attributes == NULL) {
        return NULL;
    }
    value = PyDict_GetItemWithError(attributes, self->name);
    if (value != NULL) {
        Py_INCREF(value);
        Py_DECREF(attributes);
        return value;
    }
    if (PyErr_Occurred()) {
        Py_DECREF(attributes);
        return NULL;
    }
    value = PyObject_CallOneArg(self->function, instance);
    if (value == NULL) {
        Py_DECREF(attributes);
        return NULL;
    }
    if (PyDict_SetItem(attributes, self->name, value) < 0) {
        Py_DECREF(value);
        Py_DECREF(attributes);
        return NULL;
    }
    Py_DECREF(attributes);
    return value;
}

static PyObject *
lazy_set_name(PyObject *object, PyObject *arguments)
{
    struct lazy *self = (struct lazy *)object;
    PyObject *owner;
    PyObject *name;

    if (!PyArg_ParseTuple(arguments, "OU", &owner, &name)) {
        return NULL;
    }
    name = PyUnicode_FromFormat("%U of %U", name,
                                ((PyHeapTypeObject *)owner)->ht_name);
    if (name == NULL) {
        return NULL;
    }
    Py_XSETREF(self->name, name);
    Py_RETURN_NONE;
}

static PyMethodDef lazy_methods[] = {
    { "__set_name__", lazy_set_name, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static PyType_Slot lazy_slots[] = {
    { Py_tp_new, lazy_new },
    { Py_tp_dealloc, object_dealloc },
    { Py_tp_traverse, lazy_traverse },
    { Py_tp_clear, lazy_clear },
    { Py_tp_descr_get, lazy_get },
    { Py_tp_methods, lazy_methods },
    { 0, NULL },
};

static PyType_Spec lazy_spec = {
    .name = "streams.Lazy",
    .basicsize = sizeof(struct lazy),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = lazy_slots,
};

/* Steps: an immutable sequence of numbers with arithmetic */

struct steps {
    PyObject_HEAD PyObject *first;
    PyObject *width;
    Py_ssize_t count;
};

static PyObject *
steps_make(PyTypeObject *type, PyObject *first, PyObject *width,
           Py_ssize_t count)
{
    struct steps *self = (struct steps *)type->tp_alloc(type, 0);

    if (self == NULL) {
        return NULL;
    }
    self->first = Py_NewRef(first);
    self->width = Py_NewRef(width);
    self->count = count;
    return (PyObject *)self;
}

static PyObject *
steps_new(PyTypeObject *type, PyObject *arguments, PyObject *Py_UNUSED(none))
{
    PyObject *first;
    PyObject *width;
    Py_ssize_t count;

    if (!PyArg_ParseTuple(arguments, "OOn", &first, &width, &count)) {
        return NULL;
    }
    return steps_make(type, first, width, count);
}

static int
steps_clear(PyObject *object)
{
    struct steps *self = (struct steps *)object;

    Py_CLEAR(self->first);
    Py_CLEAR(self->width);
    return 0;
}

static int
steps_traverse(PyObject *object, visitproc visit, void *arg)
{
    struct steps *self = (struct steps *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->first);
    Py_VISIT(self->width);
    return 0;
}

static Py_ssize_t
steps_length(PyObject *object)
{
    return ((struct steps *)object)->count;
}

static PyObject *
steps_item(PyObject *object, Py_ssize_t index)
{
    struct steps *self = (struct steps *)object;
    PyObject *number;
    PyObject *distance;
    PyObject *item;

    if (index < 0 || index >= self->count) {
        PyErr_SetString(PyExc_IndexError, "no such step");
        return NULL;
    }
    number = PyLong_FromSsize_t(index);
    if (number == NULL) {
        return NULL;
    }
    distance = PyNumber_Multiply(self->width, number);
    Py_DECREF(number);
    if (distance == NULL) {
        return NULL;
    }
    item = PyNumber_Add(self->first, distance);
    Py_DECREF(distance);
    return item;
}

static PyObject *
steps_multiply(PyObject *left, PyObject *right)
{
    struct steps *self = (struct steps *)left;
    PyObject *first;
    PyObject *width;
    PyObject *result;

    if (PyType_GetSlot(Py_TYPE(left), Py_nb_multiply) != steps_multiply) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    first = PyNumber_Multiply(self->first, right);
    if (first == NULL) {
        return NULL;
    }
    width = PyNumber_Multiply(self->width, right);
    if (width == NULL) {
        Py_DECREF(first);
        return NULL;
    }
    result = steps_make(Py_TYPE(left), first, width, self->count);
    Py_DECREF(first);
    Py_DECREF(width);
    return result;
}

static PyObject *
steps_repr(PyObject *object)
{
    struct steps *self = (struct steps *)object;
    PyObject *first = PyObject_Repr(self->first);
    PyObject *width;
    PyObject *text;

    if (first == NULL) {
        return NULL;
    }
    width = PyObject_Str(self->width);
    if (width == NULL) {
        Py_DECREF(first);
        return NULL;
    }
    text = PyUnicode_FromFormat("%U + n * %U", first, width);
    Py_DECREF(first);
    Py_DECREF(width);
    return text;
}

static PyMemberDef steps_members[] = {
    { "first", T_OBJECT, offsetof(struct steps, first), READONLY, NULL },
    { NULL, 0, 0, 0, NULL },
};

static PyType_Slot steps_slots[] = {
    { Py_tp_new, steps_new },           { Py_tp_dealloc, object_dealloc },
    { Py_tp_traverse, steps_traverse }, { Py_tp_clear, steps_clear },
    { Py_sq_length, steps_length },     { Py_sq_item, steps_item },
    { Py_nb_multiply, steps_multiply }, { Py_tp_repr, steps_repr },
    { Py_tp_members, steps_members },   { 0, NULL },
};

static PyType_Spec steps_spec = {
    .name = "streams.Steps",
    .basicsize = sizeof(struct steps),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = steps_slots,
};

/* The module */

static int
add_type(PyObject *module, PyType_Spec *spec)
{
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    int status;

    if (type == NULL) {
        return -1;
    }
    status = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return status;
}

static int
module_exec(PyObject *module)
{
    if (add_type(module, &lazy_spec) < 0) {
        return -1;
    }
    return add_type(module, &steps_spec);
}

static PyModuleDef_Slot module_slots[] = {
    { Py_mod_exec, module_exec },
    { 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "protocols",
    .m_slots = module_slots,
};

PyMODINIT_FUNC
PyInit_protocols(void)
{
    return PyModuleDef_Init(&definition);
}
