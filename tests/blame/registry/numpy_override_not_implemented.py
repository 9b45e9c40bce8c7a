"""The tuple of the arguments when no __array_ufunc__ does the reduction."""
# Source: https://github.com/numpy/numpy/pull/31731, mended in 2.5.2 (seen with Python 3.13.0, numpy 2.4.0 and 2.5.2)
# wheel
import numpy

CULPRIT = "PyUFunc_GenericReduction"
PACKAGE = "numpy==2.4.0"
PYTHON = "3.13"
BINARY = "1"


class Refuser:
    def __array_ufunc__(self, *args, **kwargs):
        return NotImplemented


refuser = Refuser()


def step():
    try:
        numpy.add.reduce(refuser)
    except TypeError:
        pass
