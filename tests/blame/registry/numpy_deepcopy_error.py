"""The copied array and the function deepcopy when an element cannot be copied."""
# Source: https://github.com/numpy/numpy/pull/22753, mended in 1.24.0
# wheel
import copy

import numpy

CULPRIT = "array_deepcopy _deepcopy_call"
PACKAGE = "numpy==1.23.5"
PYTHON = "3.11"
BINARY = "1"


class Stubborn:
    def __deepcopy__(self, memo):
        raise RuntimeError("no")


array = numpy.array([1, Stubborn()], dtype=object)


def step():
    try:
        copy.deepcopy(array)
    except RuntimeError:
        pass
