/* Mistakes that are usual with numpy's C interface; twins with -DCORRECT. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#include <numpy/arrayobject.h>
/* FROM_OTF result forgotten */
static PyObject *total(PyObject *m, PyObject *o) {
    PyArrayObject *a = (PyArrayObject *)PyArray_FROM_OTF(o, NPY_DOUBLE, NPY_ARRAY_IN_ARRAY);
    if (!a) return NULL;
    double s = 0; for (npy_intp i = 0; i < PyArray_SIZE(a); i++) s += ((double *)PyArray_DATA(a))[i];
#ifdef CORRECT
    Py_DECREF(a);
#endif
    return PyFloat_FromDouble(s);
}
/* error path */
static PyObject *checked(PyObject *m, PyObject *o) {
    PyArrayObject *a = (PyArrayObject *)PyArray_FROM_OTF(o, NPY_DOUBLE, NPY_ARRAY_IN_ARRAY);
    if (!a) return NULL;
    if (PyArray_NDIM(a) != 1) {
        PyErr_SetString(PyExc_ValueError, "dim");
#ifdef CORRECT
        Py_DECREF(a);
#endif
        return NULL;
    }
    Py_DECREF(a);
    Py_RETURN_NONE;
}
/* base object: SetBaseObject steals, taken twice */
static PyObject *view(PyObject *m, PyObject *o) {
    npy_intp dims[1] = { 4 };
    char *p = PyBytes_AsString(o);
    PyObject *a = PyArray_SimpleNewFromData(1, dims, NPY_UINT8, p);
    Py_INCREF(o);
#ifndef CORRECT
    Py_INCREF(o);
#endif
    PyArray_SetBaseObject((PyArrayObject *)a, o);
    return a;
}
/* getitem result */
static PyObject *first(PyObject *m, PyObject *o) {
    PyArrayObject *a = (PyArrayObject *)o;
    PyObject *x = PyArray_GETITEM(a, PyArray_DATA(a));
    Py_hash_t h = PyObject_Hash(x);
#ifdef CORRECT
    Py_DECREF(x);
#endif
    return PyLong_FromSsize_t(h & 0xff);
}
/* iterator not deallocated */
static PyObject *iterate(PyObject *m, PyObject *o) {
    PyObject *it = PyArray_IterNew(o);
    npy_intp n = 0;
    while (PyArray_ITER_NOTDONE(it)) { n++; PyArray_ITER_NEXT(it); }
#ifdef CORRECT
    Py_DECREF(it);
#endif
    return PyLong_FromSsize_t(n);
}
/* NpyIter_Deallocate forgotten */
static PyObject *nditer(PyObject *m, PyObject *o) {
    NpyIter *it = NpyIter_New((PyArrayObject *)o, NPY_ITER_READONLY, NPY_KEEPORDER, NPY_NO_CASTING, NULL);
    npy_intp n = NpyIter_GetIterSize(it);
#ifdef CORRECT
    NpyIter_Deallocate(it);
#endif
    return PyLong_FromSsize_t(n);
}
/* descr converter O& */
static PyObject *dtype_name(PyObject *m, PyObject *args) {
    PyArray_Descr *d = NULL;
    if (!PyArg_ParseTuple(args, "O&", PyArray_DescrConverter, &d)) return NULL;
    char k = d->kind;
#ifdef CORRECT
    Py_DECREF(d);
#endif
    return PyLong_FromLong(k);
}
/* Py_BuildValue O with new array */
static PyObject *pair(PyObject *m, PyObject *o) {
    npy_intp dims[1] = { 3 };
    PyObject *a = PyArray_ZEROS(1, dims, NPY_INT, 0);
#ifdef CORRECT
    return Py_BuildValue("(Ni)", a, 1);
#else
    return Py_BuildValue("(Oi)", a, 1);
#endif
}
/* capsule as base whose destructor frees memory only */
static void drop(PyObject *c) {
    void *p = PyCapsule_GetPointer(c, NULL);
#ifdef CORRECT
    PyObject *k = PyCapsule_GetContext(c); Py_XDECREF(k);
#endif
    free(p);
}
static PyObject *owned(PyObject *m, PyObject *o) {
    npy_intp dims[1] = { 3 };
    void *p = calloc(3, 8);
    PyObject *a = PyArray_SimpleNewFromData(1, dims, NPY_DOUBLE, p);
    PyObject *c = PyCapsule_New(p, NULL, drop);
    Py_INCREF(o);
    PyCapsule_SetContext(c, o);
    PyArray_SetBaseObject((PyArrayObject *)a, c);
    return a;
}
/* object array element overwritten raw */
static PyObject *put(PyObject *m, PyObject *args) {
    PyArrayObject *a; PyObject *v;
    if (!PyArg_ParseTuple(args, "O!O", &PyArray_Type, &a, &v)) return NULL;
    PyObject **p = (PyObject **)PyArray_DATA(a);
#ifdef CORRECT
    PyObject *old = p[0];
#endif
    Py_INCREF(v);
    p[0] = v;
#ifdef CORRECT
    Py_XDECREF(old);
#endif
    Py_RETURN_NONE;
}
static PyMethodDef methods[] = {
    {"total", total, METH_O}, {"checked", checked, METH_O}, {"view", view, METH_O}, {"first", first, METH_O},
    {"iterate", iterate, METH_O}, {"nditer", nditer, METH_O}, {"dtype_name", dtype_name, METH_VARARGS},
    {"pair", pair, METH_O}, {"owned", owned, METH_O}, {"put", put, METH_VARARGS}, {0}};
#ifdef CORRECT
#define NAME "with_numpy_right"
#define INIT PyInit_with_numpy_right
#else
#define NAME "with_numpy"
#define INIT PyInit_with_numpy
#endif
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, NAME, 0, -1, methods};
PyMODINIT_FUNC INIT(void) { import_array(); return PyModule_Create(&def); }
