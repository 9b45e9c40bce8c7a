"""The descriptor that stands for int in ufunc.resolve_dtypes()."""
# Source: https://github.com/numpy/numpy/pull/22798, mended in 1.24.1
# wheel
import sys

import numpy

CULPRIT = "py_resolve_dtypes_generic"
PACKAGE = "numpy==1.24.0"
PYTHON = "3.11"
BINARY = "1"

dtype = numpy.dtype(float)


def probe():
    return sys.getrefcount(dtype)


def step():
    numpy.add.resolve_dtypes((numpy.dtype("f4"), float, None))
