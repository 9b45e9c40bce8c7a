"""The temporary copy of an array that overlaps."""
import numpy

CULPRIT = "PyArray_AssignArray"
PACKAGE = "numpy==1.24.2"
BINARY = "1"

array = numpy.zeros((6, 6))


def step():
    numpy.copyto(array, array[::-1, :], where=False)
