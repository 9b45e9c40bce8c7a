/*
 * shadow_eval - evaluates chosen Python functions in a copy of their frame.
 *
 * This is how a just-in-time compiler runs the code that it made for a
 * function: through the PEP 523 slot it sees the frame that CPython prepared,
 * copies it into a frame of its own, evaluates that and clears it.
 *
 * It has a bug, and it is the reason for this program. The copy takes a
 * reference to every argument and every closure cell. Then evaluation begins
 * with COPY_FREE_VARS, which takes the same cells again into the same slots.
 * Clearing the copy releases each slot once, so every call leaves one reference
 * too many to every cell of the closure. Both halves are correct alone.
 */
#define PY_SSIZE_T_CLEAN
#define Py_BUILD_CORE_MODULE 1
#include <Python.h>
#include <internal/pycore_frame.h>
#if PY_VERSION_HEX >= 0x030d0000
#include <internal/pycore_ceval.h>
#endif
#if PY_VERSION_HEX >= 0x030e0000
#include <internal/pycore_interpframe.h>
#include <internal/pycore_stackref.h>
#endif

#include <string.h>

#if PY_VERSION_HEX < 0x030b0000 || \
    (PY_VERSION_HEX >= 0x030c0000 && PY_VERSION_HEX < 0x030d0000)
#error "shadow_eval copies frames of CPython 3.11 and of 3.13 to 3.15"
#endif

/* What is attached to a chosen code object; a plain one has NULL. */
enum choice {
    NOT_CHOSEN,
    COPY_CELLS_TWICE, /* the bug */
    COPY_CELLS_ONCE,  /* its correction */
};

static Py_ssize_t choice_index;

static enum choice
choice_of(PyCodeObject *code)
{
    void *value = NULL;
    if (_PyCode_GetExtra((PyObject *)code, choice_index, &value) < 0) {
        PyErr_Clear();
        return NOT_CHOSEN;
    }
    return (enum choice)(uintptr_t)value;
}

#if PY_VERSION_HEX >= 0x030d0000

/*
 * From 3.12 frames lie on the thread's own stack, and the evaluator clears and
 * pops what it was given. 3.12 itself exports nothing that pops the original.
 */
#if PY_VERSION_HEX >= 0x030e0000
typedef _PyStackRef slot;
#define SLOT_OF(object) PyStackRef_FromPyObjectNew(object)
#define COPY_OF(slot) (PyStackRef_IsNull(slot) ? (slot) : PyStackRef_DUP(slot))
#define OBJECT_OF(slot) PyStackRef_AsPyObjectBorrow(slot)
#define PUSH(thread, function)                                         \
    _PyFrame_PushUnchecked(thread, SLOT_OF((PyObject *)(function)), 0, \
                           (thread)->current_frame)
#else
typedef PyObject *slot;
#define SLOT_OF(object) Py_NewRef(object)
#define COPY_OF(slot) Py_XNewRef(slot)
#define OBJECT_OF(slot) (slot)
#define PUSH(thread, function) \
    _PyFrame_PushUnchecked(thread, (PyFunctionObject *)SLOT_OF(function), 0)
#endif

/* Returns NULL when there is no room; then the original will do. */
static _PyInterpreterFrame *
copy_frame(PyThreadState *thread, _PyInterpreterFrame *frame,
           enum choice choice)
{
    PyFunctionObject *function =
        (PyFunctionObject *)OBJECT_OF(frame->f_funcobj);
    PyCodeObject *code = (PyCodeObject *)function->func_code;
    if (!_PyThreadState_HasStackSpace(thread, code->co_framesize)) {
        return NULL;
    }
    _PyInterpreterFrame *copy = PUSH(thread, function);

    /* The arguments are in place; cells and other locals are still empty. */
    int first_free = code->co_nlocalsplus - code->co_nfreevars;
    for (int i = 0; i < first_free; i++) {
        slot value = frame->localsplus[i];
        copy->localsplus[i] = COPY_OF(value);
    }
    if (choice == COPY_CELLS_TWICE) {
        for (int i = 0; i < code->co_nfreevars; i++) {
            PyObject *cell = PyTuple_GET_ITEM(function->func_closure, i);
            copy->localsplus[first_free + i] = SLOT_OF(cell);
        }
    }
    return copy;
}

/* In the PEP 523 slot: CPython calls it for every frame. */
static PyObject *
evaluate(PyThreadState *thread, _PyInterpreterFrame *frame, int throwing)
{
    PyObject *code = OBJECT_OF(frame->f_executable);
    enum choice choice =
        throwing ? NOT_CHOSEN : choice_of((PyCodeObject *)code);
    _PyInterpreterFrame *copy =
        choice == NOT_CHOSEN ? NULL : copy_frame(thread, frame, choice);
    if (copy == NULL) {
        return _PyEval_EvalFrameDefault(thread, frame, throwing);
    }
    PyObject *result = _PyEval_EvalFrameDefault(thread, copy, 0);
    _PyEval_FrameClearAndPop(thread, frame);
    return result;
}

#else /* 3.11 */

/* Returns NULL with MemoryError set. */
static _PyInterpreterFrame *
copy_frame(_PyInterpreterFrame *frame, enum choice choice)
{
    PyCodeObject *code = frame->f_code;
    size_t slots = (size_t)code->co_nlocalsplus + (size_t)code->co_stacksize;
    _PyInterpreterFrame *copy =
        PyMem_Malloc((FRAME_SPECIALS_SIZE + slots) * sizeof(PyObject *));
    if (copy == NULL) {
        PyErr_NoMemory();
        return NULL;
    }

    Py_INCREF(frame->f_func);
    _PyFrame_InitializeSpecials(copy, frame->f_func, frame->f_locals,
                                code->co_nlocalsplus);

    /* The arguments are in place; cells and other locals are still empty. */
    int first_free = code->co_nlocalsplus - code->co_nfreevars;
    for (int i = 0; i < first_free; i++) {
        PyObject *value = frame->localsplus[i];
        Py_XINCREF(value);
        copy->localsplus[i] = value;
    }
    PyObject *closure = frame->f_func->func_closure;
    for (int i = 0; i < code->co_nfreevars; i++) {
        PyObject *cell = NULL;
        if (choice == COPY_CELLS_TWICE) {
            cell = PyTuple_GET_ITEM(closure, i);
            Py_INCREF(cell);
        }
        copy->localsplus[first_free + i] = cell;
    }
    return copy;
}

/*
 * A traceback or sys._getframe() may keep the frame object beyond the call:
 * then the values move into it, and it needs a caller of its own.
 */
static void
move_into_frame_object(PyThreadState *thread, _PyInterpreterFrame *copy,
                       PyFrameObject *object)
{
    size_t size =
        (size_t)((char *)&copy->localsplus[copy->stacktop] - (char *)copy);
    _PyInterpreterFrame *moved = (_PyInterpreterFrame *)object->_f_frame_data;

    memcpy(moved, copy, size);
    moved->owner = FRAME_OWNED_BY_FRAME_OBJECT;
    moved->previous = NULL;
    object->f_frame = moved;
    object->f_back = PyThreadState_GetFrame(thread);
    if (!PyObject_GC_IsTracked((PyObject *)object)) {
        PyObject_GC_Track(object);
    }
}

static void
clear_frame(PyThreadState *thread, _PyInterpreterFrame *copy)
{
    PyFrameObject *object = copy->frame_obj;
    copy->frame_obj = NULL;
    if (object != NULL && Py_REFCNT(object) > 1) {
        move_into_frame_object(thread, copy, object);
        Py_DECREF(object);
        return;
    }
    Py_XDECREF(object);
    for (int i = 0; i < copy->stacktop; i++) {
        Py_XDECREF(copy->localsplus[i]);
    }
    Py_XDECREF(copy->f_locals);
    Py_DECREF(copy->f_func);
    Py_DECREF(copy->f_code);
}

/* In the PEP 523 slot: CPython calls it for every frame. */
static PyObject *
evaluate(PyThreadState *thread, _PyInterpreterFrame *frame, int throwing)
{
    enum choice choice = throwing ? NOT_CHOSEN : choice_of(frame->f_code);
    if (choice == NOT_CHOSEN) {
        return _PyEval_EvalFrameDefault(thread, frame, throwing);
    }
    _PyInterpreterFrame *copy = copy_frame(frame, choice);
    if (copy == NULL) {
        return NULL;
    }
    PyObject *result = _PyEval_EvalFrameDefault(thread, copy, 0);
    clear_frame(thread, copy);
    PyMem_Free(copy);
    return result;
}

#endif

PyDoc_STRVAR(
    choose_doc,
    "choose(function, correct=False)\n"
    "--\n\n"
    "Evaluate the function in a copy of its frame from now on. With "
    "correct=True\n"
    "the copy leaves the closure's cells to COPY_FREE_VARS, as it should.");

static PyObject *
choose(PyObject *Py_UNUSED(module), PyObject *arguments, PyObject *keywords)
{
    static char *names[] = { "function", "correct", NULL };
    PyFunctionObject *function;
    int correct = 0;

    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O!|p:choose", names,
                                     &PyFunction_Type, &function, &correct)) {
        return NULL;
    }
    PyCodeObject *code = (PyCodeObject *)function->func_code;
    if (code->co_flags & (CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR)) {
        PyErr_Format(PyExc_ValueError,
                     "%U is a generator or coroutine; only plain functions "
                     "can be chosen",
                     function->func_qualname);
        return NULL;
    }
    uintptr_t choice = correct ? COPY_CELLS_ONCE : COPY_CELLS_TWICE;
    if (_PyCode_SetExtra((PyObject *)code, choice_index, (void *)choice) < 0) {
        return NULL;
    }
    _PyInterpreterState_SetEvalFrameFunc(PyInterpreterState_Get(), evaluate);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    { "choose", (PyCFunction)(void (*)(void))choose,
      METH_VARARGS | METH_KEYWORDS, choose_doc },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shadow_eval",
    .m_doc = "Evaluates chosen functions in a copy of their frame.",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_shadow_eval(void)
{
    choice_index = _PyEval_RequestCodeExtraIndex(NULL);
    if (choice_index < 0) {
        PyErr_SetString(PyExc_RuntimeError,
                        "no free index for data of code objects");
        return NULL;
    }
    return PyModule_Create(&definition);
}
