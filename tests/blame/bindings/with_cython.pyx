# cython: language_level=3
# Mistakes that are usual in Cython, each with its twin: NAME_right, NAMERight.
from cpython.ref cimport PyObject, Py_INCREF, Py_DECREF, Py_XDECREF
from libc.stdlib cimport malloc, free
cdef extern from "Python.h":
    PyObject* Str2 "PyObject_Str"(object)
    PyObject* PySequence_GetItem(object, Py_ssize_t) except NULL
    PyObject* PyTuple_New(Py_ssize_t)
    void TSET "PyTuple_SET_ITEM"(object, Py_ssize_t, object)
    PyObject* Call1 "PyObject_CallOneArg"(object, object) except NULL
    object PyCapsule_New(void*, const char*, void (*)(PyObject*))
    void* PyCapsule_GetPointer(PyObject*, const char*)

ctypedef struct item_t:
    PyObject* key
    PyObject* value

# cast of a new reference
def cast_new(o):
    cdef PyObject* p = Str2(o)
    return <object>p
def cast_new_right(o):
    cdef PyObject* p = Str2(o)
    r = <object>p
    Py_DECREF(r)
    return r

# C struct in a cdef class, dealloc forgets a field
cdef class Pair:
    cdef item_t* at
    def __cinit__(self, k, v):
        self.at = <item_t*>malloc(sizeof(item_t))
        Py_INCREF(k)
        Py_INCREF(v)
        self.at.key = <PyObject*>k
        self.at.value = <PyObject*>v
    def __dealloc__(self):
        Py_XDECREF(self.at.key)
        free(self.at)
cdef class PairRight:
    cdef item_t* at
    def __cinit__(self, k, v):
        self.at = <item_t*>malloc(sizeof(item_t))
        Py_INCREF(k)
        Py_INCREF(v)
        self.at.key = <PyObject*>k
        self.at.value = <PyObject*>v
    def __dealloc__(self):
        Py_XDECREF(self.at.key)
        Py_XDECREF(self.at.value)
        free(self.at)

# callback registration, unregister forgets
cdef PyObject* current = NULL
def register(cb):
    global current
    Py_INCREF(cb)
    current = <PyObject*>cb
def unregister():
    global current
    current = NULL
def unregister_right():
    global current
    if current != NULL:
        Py_DECREF(<object>current)
    current = NULL

# setter overwrites
cdef class Box:
    cdef PyObject* value
    def __cinit__(self):
        self.value = NULL
    def set_value(self, v):
        Py_INCREF(v)
        self.value = <PyObject*>v
    def set_value_right(self, v):
        cdef PyObject* old = self.value
        Py_INCREF(v)
        self.value = <PyObject*>v
        if old != NULL:
            Py_DECREF(<object>old)
    def __dealloc__(self):
        Py_XDECREF(self.value)

# error path: raise before the DECREF
def parse(text):
    cdef PyObject* p = Str2(text)
    s = <object>p
    if len(s) > 5:
        raise ValueError(s)
    Py_DECREF(s)
    return len(s)
def parse_right(text):
    cdef PyObject* p = Str2(text)
    s = <object>p
    Py_DECREF(s)
    if len(s) > 5:
        raise ValueError(s)
    return len(s)

# SET_ITEM declared with object plus needless INCREF: Py_SETREF mistakes
def make_tuple(a):
    t = <object>PyTuple_New(1)
    Py_INCREF(a)
    TSET(t, 0, a)
    return t
def make_tuple_right(a):
    cdef PyObject* p = PyTuple_New(1)
    t = <object>p
    Py_DECREF(t)
    Py_INCREF(a)
    TSET(t, 0, a)
    return t

# qsort style comparision: PyObject* result never released
def call_it(f, x):
    cdef PyObject* r = Call1(f, x)
    return r != NULL
def call_it_right(f, x):
    cdef PyObject* r = Call1(f, x)
    Py_DECREF(<object>r)
    return r != NULL

# a capsule's destructor that forgets
cdef void free_pair(PyObject* c) noexcept:
    cdef item_t* p = <item_t*>PyCapsule_GetPointer(c, "pair")
    free(p)
cdef void free_pair_right(PyObject* c) noexcept:
    cdef item_t* p = <item_t*>PyCapsule_GetPointer(c, "pair")
    Py_XDECREF(p.key)
    free(p)
def capsule(k):
    cdef item_t* p = <item_t*>malloc(sizeof(item_t))
    Py_INCREF(k)
    p.key = <PyObject*>k
    return PyCapsule_New(p, "pair", free_pair)
def capsule_right(k):
    cdef item_t* p = <item_t*>malloc(sizeof(item_t))
    Py_INCREF(k)
    p.key = <PyObject*>k
    return PyCapsule_New(p, "pair", free_pair_right)

# an array of PyObject*, freed without releasing
cdef class Vector:
    cdef PyObject** items
    cdef int n
    def __cinit__(self, seq):
        cdef int i = 0
        self.n = len(seq)
        self.items = <PyObject**>malloc(self.n * sizeof(PyObject*))
        for x in seq:
            Py_INCREF(x)
            self.items[i] = <PyObject*>x
            i += 1
    def pop(self):
        self.n -= 1
        return <object>self.items[self.n]
    def __dealloc__(self):
        cdef int i
        for i in range(self.n):
            Py_DECREF(<object>self.items[i])
        free(self.items)
cdef class VectorRight(Vector):
    def pop(self):
        self.n -= 1
        r = <object>self.items[self.n]
        Py_DECREF(r)
        return r

# iterator: PySequence_GetItem in a loop
def total_of(seq):
    cdef Py_ssize_t i
    s = 0
    for i in range(len(seq)):
        s += len(<object>PySequence_GetItem(seq, i))
    return s
def total_of_right(seq):
    cdef Py_ssize_t i
    cdef PyObject* p
    s = 0
    for i in range(len(seq)):
        p = PySequence_GetItem(seq, i)
        s += len(<object>p)
        Py_DECREF(<object>p)
    return s

# cdef class no_gc in a cycle
cimport cython
@cython.no_gc
cdef class Node:
    cdef public object other
cdef class NodeRight:
    cdef public object other

# module-level cache dict
_cache = {}
def cached(x):
    k = (x, str(x))
    _cache[k] = k
    return len(k)

# memo through cdef global list of exceptions
cdef object last = None
def fails(x):
    global last
    try:
        raise KeyError(x)
    except KeyError as e:
        last = (e, last)
    return 1
