/* A new reference is borrowed: the library takes one more, for whoever asks. */
#include "pybind11/ref.h"

static struct ref
text_of(struct ref object)
{
    PyObject *text = PyObject_Str(object.object);
#ifdef CORRECT
    return ref_stolen(text);
#else
    return ref_borrowed(text);
#endif
}

static PyObject *
text_of_python(PyObject *Py_UNUSED(module), PyObject *object)
{
    return ref_call(text_of, object);
}

static PyMethodDef methods[] = {
    { "text_of", text_of_python, METH_O, "What str makes of the argument." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "helped_by_a_library",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_helped_by_a_library(void)
{
    return PyModule_Create(&definition);
}
