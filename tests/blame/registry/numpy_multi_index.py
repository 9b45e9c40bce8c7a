"""The numbers assigned to nditer.multi_index."""
# Source: https://github.com/numpy/numpy/pull/19396, mended in 1.21.1
import numpy

CULPRIT = "npyiter_multi_index_set"
PACKAGE = "numpy==1.20.3"
PYTHON = "3.9"
BINARY = "1"

iterator = numpy.nditer(numpy.zeros((2000, 2)), flags=["multi_index"])


def step():
    iterator.multi_index = (int("1234"), 0)
