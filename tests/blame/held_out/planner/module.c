/*
 * planner - tasks that need each other, in an order that can be worked off.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

typedef struct {
    PyObject_HEAD PyObject *tasks; /* {name: Task} */
    PyObject *observer;            /* called with (what, name), or NULL */
    PyObject *weigh;               /* called with a Task, or NULL */
} Plan;

typedef struct {
    PyObject_HEAD PyObject *name;
    PyObject *needs; /* list of names */
    PyObject *data;
    Plan *plan; /* NULL once it has been removed */
} Task;

static PyTypeObject Task_Type;
static PyTypeObject Plan_Type;
static PyObject *CycleError;

/* Task */

static Task *
Task_make(Plan *plan, PyObject *name, PyObject *needs, PyObject *data)
{
    Task *task;
    PyObject *copied = needs != NULL ? PySequence_List(needs) : PyList_New(0);

    if (copied == NULL) {
        return NULL;
    }
    task = (Task *)Task_Type.tp_alloc(&Task_Type, 0);
    if (task == NULL) {
        Py_DECREF(copied);
        return NULL;
    }
    Py_INCREF(name);
    task->name = name;
    task->needs = copied;
    Py_INCREF(data);
    task->data = data;
    Py_INCREF(plan);
    task->plan = plan;
    return task;
}

static int
Task_traverse(PyObject *op, visitproc visit, void *arg)
{
    Task *task = (Task *)op;

    Py_VISIT(task->name);
    Py_VISIT(task->needs);
    Py_VISIT(task->data);
    Py_VISIT(task->plan);
    return 0;
}

static int
Task_clear(PyObject *op)
{
    Task *task = (Task *)op;

    Py_CLEAR(task->name);
    Py_CLEAR(task->needs);
    Py_CLEAR(task->data);
    Py_CLEAR(task->plan);
    return 0;
}

static void
Task_dealloc(PyObject *op)
{
    PyObject_GC_UnTrack(op);
    Task_clear(op);
    Py_TYPE(op)->tp_free(op);
}

static PyObject *
Task_repr(PyObject *op)
{
    Task *task = (Task *)op;
    PyObject *needs = PyObject_Repr(task->needs);
    PyObject *text;

    if (needs == NULL) {
        return NULL;
    }
    text = PyUnicode_FromFormat("<task %S needs %U>", task->name, needs);
    Py_DECREF(needs);
    return text;
}

static Py_hash_t
Task_hash(PyObject *op)
{
    PyObject *pair = PyTuple_Pack(2, ((Task *)op)->name, ((Task *)op)->data);
    Py_hash_t hash;

    if (pair == NULL) {
        return -1;
    }
    hash = PyObject_Hash(pair);
    Py_DECREF(pair);
    return hash;
}

/* needs_of(task): the Task objects, not the names */
static PyObject *
Task_resolve(PyObject *op, PyObject *Py_UNUSED(ignored))
{
    Task *task = (Task *)op;
    Py_ssize_t n = PyList_GET_SIZE(task->needs);
    PyObject *result;

    if (task->plan == NULL) {
        PyErr_Format(PyExc_RuntimeError, "%R is in no plan", op);
        return NULL;
    }
    result = PyTuple_New(n);
    if (result == NULL) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *other = PyObject_GetItem(task->plan->tasks,
                                           PyList_GET_ITEM(task->needs, i));
        if (other == NULL) {
            Py_DECREF(result);
            return NULL;
        }
        PyTuple_SET_ITEM(result, i, other);
    }
    return result;
}

static PyMethodDef Task_methods[] = {
    { "resolve", Task_resolve, METH_NOARGS, "The tasks that it needs." },
    { NULL, NULL, 0, NULL },
};

static PyMemberDef Task_members[] = {
    { "name", T_OBJECT, offsetof(Task, name), READONLY, NULL },
    { "data", T_OBJECT, offsetof(Task, data), 0, NULL },
    { NULL, 0, 0, 0, NULL },
};

static PyTypeObject Task_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "planner.Task",
    .tp_basicsize = sizeof(Task),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = Task_traverse,
    .tp_clear = Task_clear,
    .tp_dealloc = Task_dealloc,
    .tp_repr = Task_repr,
    .tp_hash = Task_hash,
    .tp_methods = Task_methods,
    .tp_members = Task_members,
};

/* Plan */

static int
observe(Plan *plan, const char *what, PyObject *name)
{
    PyObject *observer = plan->observer;
    PyObject *answer;
    int ok;

    if (observer == NULL) {
        return 0;
    }
    Py_INCREF(observer);
    answer = PyObject_CallFunction(observer, "(sO)", what, name);
    Py_DECREF(observer);
    if (answer == NULL) {
        return -1;
    }
    ok = PyObject_IsTrue(answer);
    Py_DECREF(answer);
    if (ok == 0) {
        PyErr_Format(PyExc_PermissionError, "%S may not be %s", name, what);
    }
    return ok > 0 ? 0 : -1;
}

static PyObject *
Plan_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    static char *names[] = { "observer", "weigh", NULL };
    PyObject *observer = NULL;
    PyObject *weigh = NULL;
    Plan *plan;

    if (!PyArg_ParseTupleAndKeywords(args, kwds, "|OO", names, &observer,
                                     &weigh)) {
        return NULL;
    }
    plan = (Plan *)type->tp_alloc(type, 0);
    if (plan == NULL) {
        return NULL;
    }
    plan->tasks = PyDict_New();
    if (plan->tasks == NULL) {
        Py_DECREF(plan);
        return NULL;
    }
    Py_XINCREF(observer);
    plan->observer = observer;
    Py_XINCREF(weigh);
    plan->weigh = weigh;
    return (PyObject *)plan;
}

static int
Plan_traverse(PyObject *op, visitproc visit, void *arg)
{
    Plan *plan = (Plan *)op;

    Py_VISIT(plan->tasks);
    Py_VISIT(plan->observer);
    Py_VISIT(plan->weigh);
    return 0;
}

static int
Plan_clear(PyObject *op)
{
    Plan *plan = (Plan *)op;

    Py_CLEAR(plan->tasks);
    Py_CLEAR(plan->observer);
    Py_CLEAR(plan->weigh);
    return 0;
}

static void
Plan_dealloc(PyObject *op)
{
    PyObject_GC_UnTrack(op);
    Plan_clear(op);
    Py_TYPE(op)->tp_free(op);
}

static PyObject *
Plan_add(PyObject *op, PyObject *args, PyObject *kwds)
{
    static char *names[] = { "name", "needs", "data", NULL };
    Plan *plan = (Plan *)op;
    PyObject *name;
    PyObject *needs = NULL;
    PyObject *data = Py_None;
    Task *task;

    if (!PyArg_ParseTupleAndKeywords(args, kwds, "O|OO", names, &name, &needs,
                                     &data)) {
        return NULL;
    }
    if (observe(plan, "added", name) < 0) {
        return NULL;
    }
    task = Task_make(plan, name, needs, data);
    if (task == NULL) {
        return NULL;
    }
    if (PyDict_SetDefault(plan->tasks, name, (PyObject *)task) !=
        (PyObject *)task) {
        if (!PyErr_Occurred()) {
            PyErr_Format(PyExc_ValueError, "%S is there already", name);
        }
        Py_DECREF(task);
        return NULL;
    }
    return (PyObject *)task;
}

static PyObject *
Plan_remove(PyObject *op, PyObject *name)
{
    Plan *plan = (Plan *)op;
    Task *task = (Task *)PyObject_GetItem(plan->tasks, name);
    PyObject *data;

    if (task == NULL) {
        return NULL;
    }
    if (PyDict_DelItem(plan->tasks, name) < 0) {
        Py_DECREF(task);
        return NULL;
    }
    Py_CLEAR(task->plan);
    data = task->data;
    Py_INCREF(data);
    Py_DECREF(task);
    if (observe(plan, "removed", name) < 0) {
        Py_DECREF(data);
        return NULL;
    }
    return data;
}

/* rename(old, new): everywhere */
static PyObject *
Plan_rename(PyObject *op, PyObject *args)
{
    Plan *plan = (Plan *)op;
    PyObject *before, *after, *tasks, *renamed;
    PyObject *item;
    PyObject *iter = NULL;

    if (!PyArg_ParseTuple(args, "OO", &before, &after)) {
        return NULL;
    }
    tasks = PyDict_Values(plan->tasks);
    if (tasks == NULL) {
        return NULL;
    }
    renamed = PyDict_New();
    if (renamed == NULL) {
        goto fail;
    }
    iter = PyObject_GetIter(tasks);
    if (iter == NULL) {
        goto fail;
    }
    while ((item = PyIter_Next(iter)) != NULL) {
        Task *task = (Task *)item;
        int same = PyObject_RichCompareBool(task->name, before, Py_EQ);

        if (same < 0) {
            Py_DECREF(item);
            goto fail;
        }
        if (same) {
            Py_INCREF(after);
            Py_SETREF(task->name, after);
        }
        for (Py_ssize_t i = 0; i < PyList_GET_SIZE(task->needs); i++) {
            same = PyObject_RichCompareBool(PyList_GET_ITEM(task->needs, i),
                                            before, Py_EQ);
            if (same < 0) {
                Py_DECREF(item);
                goto fail;
            }
            if (same) {
                Py_INCREF(after);
                PyList_SetItem(task->needs, i, after);
            }
        }
        if (PyDict_SetItem(renamed, task->name, item) < 0) {
            Py_DECREF(item);
            goto fail;
        }
        Py_DECREF(item);
    }
    Py_DECREF(iter);
    Py_DECREF(tasks);
    Py_SETREF(plan->tasks, renamed);
    Py_INCREF(op);
    return op;

fail:
    Py_XDECREF(iter);
    Py_XDECREF(renamed);
    Py_DECREF(tasks);
    return NULL;
}

/* Visits what a task needs, then adds it to the order. */
static int
visit_task(Plan *plan, PyObject *name, PyObject *done, PyObject *open,
           PyObject *order)
{
    PyObject *task;
    int known = PySet_Contains(done, name);

    if (known != 0) {
        return known < 0 ? -1 : 0;
    }
    known = PySet_Contains(open, name);
    if (known != 0) {
        if (known > 0) {
            PyObject *path = PySequence_List(open);

            if (path != NULL) {
                PyErr_SetObject(CycleError, path);
                Py_DECREF(path);
            }
        }
        return -1;
    }
    task = PyDict_GetItemWithError(plan->tasks, name);
    if (task == NULL) {
        if (!PyErr_Occurred()) {
            PyErr_SetObject(PyExc_KeyError, name);
        }
        return -1;
    }
    Py_INCREF(task);
    if (PySet_Add(open, name) < 0) {
        Py_DECREF(task);
        return -1;
    }
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(((Task *)task)->needs); i++) {
        PyObject *need = Py_NewRef(PyList_GET_ITEM(((Task *)task)->needs, i));

        if (visit_task(plan, need, done, open, order) < 0) {
            Py_DECREF(need);
            Py_DECREF(task);
            return -1;
        }
        Py_DECREF(need);
    }
    if (PySet_Discard(open, name) < 0 || PySet_Add(done, name) < 0 ||
        PyList_Append(order, task) < 0) {
        Py_DECREF(task);
        return -1;
    }
    Py_DECREF(task);
    return 0;
}

static PyObject *
Plan_order(PyObject *op, PyObject *Py_UNUSED(ignored))
{
    Plan *plan = (Plan *)op;
    PyObject *done = PySet_New(NULL);
    PyObject *open = PySet_New(NULL);
    PyObject *order = PyList_New(0);
    PyObject *names = PyDict_Keys(plan->tasks);

    if (!done || !open || !order || !names) {
        goto fail;
    }
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(names); i++) {
        if (visit_task(plan, PyList_GET_ITEM(names, i), done, open, order) <
            0) {
            goto fail;
        }
    }
    Py_DECREF(done);
    Py_DECREF(open);
    Py_DECREF(names);
    return order;

fail:
    Py_XDECREF(done);
    Py_XDECREF(open);
    Py_XDECREF(order);
    Py_XDECREF(names);
    return NULL;
}

/* weight: of all tasks, by the function given to the plan */
static PyObject *
Plan_weight(PyObject *op, PyObject *start)
{
    Plan *plan = (Plan *)op;
    PyObject *total, *key, *task;
    Py_ssize_t pos = 0;

    if (plan->weigh == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "nobody can weigh");
        return NULL;
    }
    Py_INCREF(start);
    total = start;
    while (PyDict_Next(plan->tasks, &pos, &key, &task)) {
        PyObject *one = PyObject_CallOneArg(plan->weigh, task);
        PyObject *sum;

        if (one == NULL) {
            Py_DECREF(total);
            return NULL;
        }
        sum = PyNumber_Add(total, one);
        Py_DECREF(one);
        if (sum == NULL) {
            Py_DECREF(total);
            return NULL;
        }
        Py_SETREF(total, sum);
    }
    return total;
}

/* group_by(function): {result: [task, ...]} */
static PyObject *
Plan_group(PyObject *op, PyObject *function)
{
    PyObject *groups = PyDict_New();
    PyObject *values = PyDict_Values(((Plan *)op)->tasks);

    if (groups == NULL || values == NULL) {
        Py_XDECREF(groups);
        Py_XDECREF(values);
        return NULL;
    }
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(values); i++) {
        PyObject *task = PyList_GET_ITEM(values, i);
        PyObject *key = PyObject_CallFunctionObjArgs(function, task, NULL);
        PyObject *group;

        if (key == NULL) {
            goto fail;
        }
        group = PyDict_GetItemWithError(groups, key);
        if (group == NULL) {
            if (PyErr_Occurred()) {
                Py_DECREF(key);
                goto fail;
            }
            group = PyList_New(0);
            if (group == NULL || PyDict_SetItem(groups, key, group) < 0) {
                Py_XDECREF(group);
                Py_DECREF(key);
                goto fail;
            }
            Py_DECREF(group);
        }
        Py_DECREF(key);
        if (PyList_Append(group, task) < 0) {
            goto fail;
        }
    }
    Py_DECREF(values);
    return groups;

fail:
    Py_DECREF(values);
    Py_DECREF(groups);
    return NULL;
}

/* state() is what restore() takes */
static PyObject *
Plan_state(PyObject *op, PyObject *Py_UNUSED(ignored))
{
    PyObject *rows = PyList_New(0);
    PyObject *key, *value;
    Py_ssize_t pos = 0;

    if (rows == NULL) {
        return NULL;
    }
    while (PyDict_Next(((Plan *)op)->tasks, &pos, &key, &value)) {
        Task *task = (Task *)value;
        PyObject *needs = PyList_AsTuple(task->needs);
        PyObject *row;
        int status;

        if (needs == NULL) {
            Py_DECREF(rows);
            return NULL;
        }
        row = Py_BuildValue("(ONO)", key, needs, task->data);
        if (row == NULL) {
            Py_DECREF(rows);
            return NULL;
        }
        status = PyList_Append(rows, row);
        Py_DECREF(row);
        if (status < 0) {
            Py_DECREF(rows);
            return NULL;
        }
    }
    return Py_BuildValue("{s:N,s:i}", "rows", rows, "version", 1000000);
}

static PyObject *
restore(PyObject *Py_UNUSED(module), PyObject *state)
{
    PyObject *rows = PyMapping_GetItemString(state, "rows");
    PyObject *plan = NULL;
    PyObject *iter;
    PyObject *row;

    if (rows == NULL) {
        return NULL;
    }
    iter = PyObject_GetIter(rows);
    Py_DECREF(rows);
    if (iter == NULL) {
        return NULL;
    }
    plan = PyObject_CallNoArgs((PyObject *)&Plan_Type);
    if (plan == NULL) {
        Py_DECREF(iter);
        return NULL;
    }
    while ((row = PyIter_Next(iter)) != NULL) {
        PyObject *added;

        if (!PyTuple_Check(row)) {
            PyErr_Format(PyExc_TypeError, "%R is no row", row);
            Py_DECREF(row);
            goto fail;
        }
        added = Plan_add(plan, row, NULL);
        Py_DECREF(row);
        if (added == NULL) {
            goto fail;
        }
        Py_DECREF(added);
    }
    if (PyErr_Occurred()) {
        goto fail;
    }
    Py_DECREF(iter);
    return plan;

fail:
    Py_DECREF(iter);
    Py_DECREF(plan);
    return NULL;
}

static Py_ssize_t
Plan_length(PyObject *op)
{
    return PyDict_GET_SIZE(((Plan *)op)->tasks);
}

static PyObject *
Plan_subscript(PyObject *op, PyObject *name)
{
    return PyObject_GetItem(((Plan *)op)->tasks, name);
}

static PyObject *
Plan_iter(PyObject *op)
{
    PyObject *order = Plan_order(op, NULL);
    PyObject *iter;

    if (order == NULL) {
        return NULL;
    }
    iter = PyObject_GetIter(order);
    Py_DECREF(order);
    return iter;
}

static PyMethodDef Plan_methods[] = {
    { "add", (PyCFunction)(void (*)(void))Plan_add,
      METH_VARARGS | METH_KEYWORDS, "Add a task." },
    { "remove", Plan_remove, METH_O, "Remove a task, return its data." },
    { "rename", Plan_rename, METH_VARARGS, "Give a task another name." },
    { "order", Plan_order, METH_NOARGS, "The tasks, those needed first." },
    { "weight", Plan_weight, METH_O, "The sum of the weights." },
    { "group", Plan_group, METH_O, "The tasks by what a function says." },
    { "state", Plan_state, METH_NOARGS, "What restore() takes." },
    { NULL, NULL, 0, NULL },
};

static PyMappingMethods Plan_mapping = {
    .mp_length = Plan_length,
    .mp_subscript = Plan_subscript,
};

static PyMemberDef Plan_members[] = {
    { "observer", T_OBJECT, offsetof(Plan, observer), 0, NULL },
    { NULL, 0, 0, 0, NULL },
};

static PyTypeObject Plan_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "planner.Plan",
    .tp_basicsize = sizeof(Plan),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_new = Plan_new,
    .tp_traverse = Plan_traverse,
    .tp_clear = Plan_clear,
    .tp_dealloc = Plan_dealloc,
    .tp_iter = Plan_iter,
    .tp_methods = Plan_methods,
    .tp_members = Plan_members,
    .tp_as_mapping = &Plan_mapping,
};

static PyMethodDef module_methods[] = {
    { "restore", restore, METH_O, "A plan from its state." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "planner",
    .m_size = -1,
    .m_methods = module_methods,
};

PyMODINIT_FUNC
PyInit_planner(void)
{
    PyObject *module;

    if (PyType_Ready(&Task_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&module_definition);
    if (module == NULL) {
        return NULL;
    }
    CycleError = PyErr_NewException("planner.CycleError", NULL, NULL);
    if (PyModule_AddObjectRef(module, "CycleError", CycleError) < 0 ||
        PyModule_AddType(module, &Plan_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
