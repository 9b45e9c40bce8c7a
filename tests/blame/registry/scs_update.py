"""The None that says that a vector stays as it is is released, though it is borrowed."""
# Source: https://github.com/bodono/scs-python/commit/335311f, mended in 3.3.1
# Wheel, 3.11
import sys

import numpy
import scs
from scipy import sparse

CULPRIT = "SCS_update"
PACKAGE = "scs==3.2.11 numpy==2.2.6 scipy==1.16.3"
PYTHON = "3.11"
BINARY = "1"
VERDICT = "deficit"

KEPT = [None] * 100000
SOLVER = scs.SCS({"A": sparse.csc_matrix([[1.0], [-1.0]]), "b": numpy.array([1.0, 0.0]),
                  "c": numpy.array([-1.0])}, {"l": 2}, verbose=False)


def probe():
    return -sys.getrefcount(None)


def step():
    SOLVER.update()
