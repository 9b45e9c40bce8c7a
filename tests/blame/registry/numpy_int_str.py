"""The descriptor looked up for the text of an integer scalar."""
# Source: https://github.com/numpy/numpy/pull/24211, mended in 1.25.2
# wheel
import sys

import numpy

CULPRIT = "genint_type_str"
PACKAGE = "numpy==1.25.1"
PYTHON = "3.11"
BINARY = "1"

number = numpy.int32(17)
dtype = numpy.dtype(numpy.int32)


def probe():
    return sys.getrefcount(dtype)


def step():
    str(number)
