"""The class of uint8, by which a common dtype is found, is released, though it is borrowed."""
# Source: https://github.com/numpy/numpy/commit/2760a1305e, mended in 2.1.2
# Wheel, 3.11
import ctypes
import sys

import ml_dtypes
import numpy

CULPRIT = "int_common_dtype"
PACKAGE = "numpy==2.1.1 ml_dtypes==0.5.0"
PYTHON = "3.11"
BINARY = "1"
VERDICT = "deficit"

ARRAY = numpy.array([1], dtype=ml_dtypes.bfloat16)
CLASS = type(numpy.dtype("uint8"))
KEPT = [CLASS] * 10000
ctypes.pythonapi.Py_IncRef(ctypes.py_object(KEPT))  # as it is there until the end


def probe():
    return -sys.getrefcount(CLASS)


def step():
    numpy.result_type(ARRAY, 1)
