"""The iterator that nested_iters() was making when it fails."""
# Source: https://github.com/numpy/numpy/pull/22296, mended in 1.23.4
# wheel
import numpy

CULPRIT = "NpyIter_NestedIters"
PACKAGE = "numpy==1.23.2"
PYTHON = "3.11"
BINARY = "1"

array = numpy.arange(12, dtype="i4").reshape(3, 2, 2)


def step():
    try:
        numpy.nested_iters([array], [[0, 2], [1]], [], [["readwrite"]],
                           op_dtypes=["f4"])
    except TypeError:
        pass
