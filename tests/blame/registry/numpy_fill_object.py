"""The object with which an array of objects is filled."""
# Source: https://github.com/numpy/numpy/pull/22798, mended in 1.24.1
# wheel
import numpy

CULPRIT = "PyArray_FillWithScalar"
PACKAGE = "numpy==1.24.0"
PYTHON = "3.11"
BINARY = "1"


class Thing:
    pass


def step():
    array = numpy.empty(3, dtype=object)
    array.fill(Thing())
