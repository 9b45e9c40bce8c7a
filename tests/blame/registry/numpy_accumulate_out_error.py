"""The array given as out to accumulate() when there is no loop for it."""
# Source: https://github.com/numpy/numpy/pull/31699, mended in 2.5.2 (seen with Python 3.13.0, numpy 2.4.0 and 2.5.2)
# wheel
import numpy

CULPRIT = "PyUFunc_Accumulate PyUFunc_Reduceat"
PACKAGE = "numpy==2.4.0"
PYTHON = "3.13"
BINARY = "1"

array = numpy.arange(3)


def step():
    out = numpy.empty(3, dtype="U5")
    try:
        numpy.add.accumulate(array, out=out)
    except TypeError:
        pass
