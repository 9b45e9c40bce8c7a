"""The objects that choose() writes over in an array given as out."""
# Source: https://github.com/numpy/numpy/issues/22683, mended in 1.26.0
# wheel
import numpy

CULPRIT = "PyArray_Choose"
PACKAGE = "numpy==1.25.2"
PYTHON = "3.11"
BINARY = "1"


class Thing:
    pass


def step():
    things = numpy.array([Thing(), Thing()], dtype=object)
    out = numpy.array([Thing(), Thing()], dtype=object)
    numpy.choose([0, 1], [things, things], out=out, mode="clip")
