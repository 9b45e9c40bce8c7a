/*
 * Functions of a module may be lambdas. What debug information says of them stands
 * in what it says of the function that they are written in.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static void
put(PyObject *list, PyObject *item, bool forgets)
{
    PyList_SetItem(list, 0, item); /* which steals it */
    if (forgets) {
        Py_INCREF(item);
    }
}

PyMODINIT_FUNC
PyInit_kept_by_a_lambda()
{
    static PyMethodDef methods[] = {
        { "boxed",
          [](PyObject *, PyObject *number) -> PyObject * {
              PyObject *list = PyList_New(1);

              if (list != NULL) {
                  put(list, PyNumber_Float(number), true);
              }
              return list;
          },
          METH_O, NULL },
        { "boxed_right",
          [](PyObject *, PyObject *number) -> PyObject * {
              PyObject *list = PyList_New(1);

              if (list != NULL) {
                  put(list, PyNumber_Float(number), false);
              }
              return list;
          },
          METH_O, NULL },
        { NULL, NULL, 0, NULL },
    };
    static PyModuleDef definition = { PyModuleDef_HEAD_INIT,
                                      "kept_by_a_lambda", NULL, -1, methods };

    return PyModule_Create(&definition);
}
