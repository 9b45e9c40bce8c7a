"""Mistakes that are usual with ctypes, each with its twin: NAME_right."""
import ctypes

PYTHON = ctypes.pythonapi
PYTHON.Py_IncRef.argtypes = [ctypes.py_object]
PYTHON.Py_DecRef.argtypes = [ctypes.py_object]
TEXT = ctypes.PyDLL(None).PyObject_Str
TEXT.argtypes = [ctypes.py_object]
TEXT.restype = ctypes.c_void_p
C = ctypes.CDLL(None)
COMPARE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int),
                           ctypes.POINTER(ctypes.c_int))
KEPT = []


def pin(one):
    PYTHON.Py_IncRef(one)
    return ctypes.cast(id(one), ctypes.py_object).value


def pin_right(one):
    PYTHON.Py_IncRef(one)
    found = ctypes.cast(id(one), ctypes.py_object).value
    PYTHON.Py_DecRef(found)
    return found


def text(one):
    address = TEXT(one)
    return ctypes.cast(address, ctypes.py_object).value


def text_right(one):
    address = TEXT(one)
    found = ctypes.cast(address, ctypes.py_object).value
    PYTHON.Py_DecRef(found)
    return found


def sort(values):
    compare = COMPARE(lambda one, other: one[0] - other[0])
    KEPT.append(compare)
    row = (ctypes.c_int * 3)(3, 1, values[0])
    C.qsort(row, 3, 4, compare)
    return list(row)


def sort_right(values):
    compare = COMPARE(lambda one, other: one[0] - other[0])
    row = (ctypes.c_int * 3)(3, 1, values[0])
    C.qsort(row, 3, 4, compare)
    return list(row)
