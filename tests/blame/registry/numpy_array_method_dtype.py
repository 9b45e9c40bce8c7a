"""The dtype given to ndarray.__array__() when the array already has it."""
# Source: https://github.com/numpy/numpy/pull/29715, mended in 2.3.4
# wheel
import sys

import numpy

CULPRIT = "array_getarray"
PACKAGE = "numpy==2.3.2"
PYTHON = "3.11"
BINARY = "1"

array = numpy.arange(3, dtype=numpy.int16)
dtype = numpy.dtype(numpy.int16)


def probe():
    return sys.getrefcount(dtype)


def step():
    array.__array__(dtype)
