"""The descriptor of dtype when empty() hands over to an __array_function__."""
# Source: https://github.com/numpy/numpy/pull/18420, mended in 1.20.2
import numpy

CULPRIT = "array_empty"
PACKAGE = "numpy==1.20.1"
PYTHON = "3.9"
BINARY = "1"


class Like:
    def __array_function__(self, function, types, args, kwargs):
        return None


like = Like()


def step():
    numpy.empty(3, dtype=[("x", "i4")], like=like)
