"""The array and the iterator made of the value in array.flat[...] = value."""
# Source: https://github.com/numpy/numpy/issues/30508, mended in 2.4.1 (2.4.6 and 2.5.2 seen)
# wheel
import numpy

CULPRIT = "iter_ass_subscript"
PACKAGE = "numpy==2.4.0"
PYTHON = "3.11"
BINARY = "1"

array = numpy.zeros((3, 4))


def step():
    array.flat[1:5] = [1, 2]
