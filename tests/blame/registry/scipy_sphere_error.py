"""Too few points: the knots are released, though they are borrowed."""
# Source: https://github.com/scipy/scipy/commit/515ce1db57, mended in 1.18.1
# Wheel, 3.12
import sys

import numpy
from scipy.interpolate import _fitpack

CULPRIT = "fitpack_sphere"
PACKAGE = "scipy==1.18.0 numpy==2.4.0"
PYTHON = "3.12"
BINARY = "1"
VERDICT = "deficit"

KNOTS, MORE = numpy.zeros(9), numpy.zeros(9)
KEPT = [KNOTS, MORE] * 10000
ONE, WORK, NUMBERS = numpy.ones(1), numpy.zeros(99), numpy.zeros(99, dtype="int32")


def probe():
    return -sys.getrefcount(KNOTS)


def step():
    try:
        _fitpack.sphere(-1, ONE, ONE, ONE, ONE, 0., 9, 9, KNOTS, MORE, 1e-6, WORK, WORK, NUMBERS)
    except ValueError:
        return
    raise RuntimeError("one point sufficed")
