"""The type of the elements of an array is returned without a reference."""
# Source: https://github.com/kwant-project/tinyarray/commit/767f4bd, mended in 1.2.0
# Built, 3.9
import ctypes
import sys

import tinyarray

CULPRIT = "get_dtype_py"
PACKAGE = "tinyarray==1.1.0"
PYTHON = "3.9"
VERDICT = "deficit"

ARRAY = tinyarray.array([1.5, 2.5])
KEPT = [float] * 10000
ctypes.pythonapi.Py_IncRef(ctypes.py_object(KEPT))  # as float is there until the end


def probe():
    return -sys.getrefcount(float)


def step():
    assert ARRAY.dtype is float
