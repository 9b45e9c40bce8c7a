"""The array given as out to a ufunc's reduce()."""
# Source: https://github.com/numpy/numpy/pull/29358, mended in 2.3.2
# wheel
import numpy

CULPRIT = "PyUFunc_GenericReduction"
PACKAGE = "numpy==2.3.1"
PYTHON = "3.11"
BINARY = "1"

array = numpy.arange(4.0)


def step():
    out = numpy.empty(())
    numpy.add.reduce(array, out=out)
