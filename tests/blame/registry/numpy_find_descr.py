"""The descriptor found for a Python number is counted twice."""
# Source: https://github.com/numpy/numpy/pull/27666, mended in 2.1.3
# wheel
import sys

import numpy

CULPRIT = "npy_find_descr_for_scalar"
PACKAGE = "numpy==2.1.2"
PYTHON = "3.11"
BINARY = "1"

array = numpy.zeros(4)
dtype = numpy.dtype(numpy.float64)


def probe():
    return sys.getrefcount(dtype)


def step():
    numpy.add(array, 3)
