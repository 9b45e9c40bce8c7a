/*
 * An extension module of somebody who uses PyTorch: a tensor is handed to Python
 * as an argument. THPVariable_Wrap makes a new reference, which is the caller's.
 * BUG, unless it is to be correct: it is forgotten.
 */
#include <torch/csrc/autograd/python_variable.h>

#include <ATen/core/Tensor.h>

static PyObject *
ask_half(PyObject *, PyObject *arguments)
{
    PyObject *tensor, *function, *wrapped, *answer;
    int correct;

    if (!PyArg_ParseTuple(arguments, "OOp", &tensor, &function, &correct)) {
        return nullptr;
    }
    at::Tensor half = THPVariable_Unpack(tensor).mul(0.5);
    wrapped = THPVariable_Wrap(half);
    if (wrapped == nullptr) {
        return nullptr;
    }
    answer = PyObject_CallFunctionObjArgs(function, wrapped, nullptr);
    if (correct) {
        Py_DECREF(wrapped);
    }
    return answer;
}

static PyMethodDef functions[] = {
    { "ask_half", ask_half, METH_VARARGS, nullptr },
    { nullptr, nullptr, 0, nullptr },
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "half_extension",
    nullptr,
    -1,
    functions,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
};

PyMODINIT_FUNC
PyInit_half_extension()
{
    return PyModule_Create(&definition);
}
