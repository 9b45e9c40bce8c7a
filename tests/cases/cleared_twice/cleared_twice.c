/*
 * cleared_twice - evaluates frames, and clears the cells of each; so does the
 * interpreter, when its call of the evaluator has returned.
 */
#define PY_SSIZE_T_CLEAN
#define Py_BUILD_CORE_MODULE 1
#include <Python.h>
#include <internal/pycore_frame.h>

static int wrong;

static void
clear_cells(_PyInterpreterFrame *frame)
{
    PyCodeObject *code = frame->f_code;

    for (int i = 0; i < code->co_nfreevars; i++) {
        Py_XDECREF(frame->localsplus[code->co_nlocalsplus - 1 - i]);
    }
}

/* In the PEP 523 slot. */
static PyObject *
evaluate(PyThreadState *thread, _PyInterpreterFrame *frame, int throwing)
{
    PyObject *result = _PyEval_EvalFrameDefault(thread, frame, throwing);

    if (wrong && result != NULL && frame->f_code->co_nfreevars == 1) {
        clear_cells(frame);
    }
    return result;
}

static PyObject *
begin(PyObject *Py_UNUSED(module), PyObject *argument)
{
    wrong = PyObject_IsTrue(argument);
    _PyInterpreterState_SetEvalFrameFunc(PyInterpreterState_Get(), evaluate);
    Py_RETURN_NONE;
}

static PyObject *
end(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    _PyInterpreterState_SetEvalFrameFunc(PyInterpreterState_Get(),
                                         _PyEval_EvalFrameDefault);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    { "begin", begin, METH_O, NULL },
    { "end", end, METH_NOARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "cleared_twice",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_cleared_twice(void)
{
    return PyModule_Create(&definition);
}
