"""An array is released twice, another not at all, if their lengths differ."""
# Source: https://github.com/astrofrog/fast-histogram/commit/dbcf242,
# mended after 0.14
# Built, 3.11
import sys

import numpy
from fast_histogram import _histogram_core

CULPRIT = "_histogramdd"
PACKAGE = "fast-histogram==0.14 numpy==1.26.4"
PYTHON = "3.11"

LONG, SHORT = numpy.arange(100.), numpy.arange(10.)
BINS, RANGES = numpy.array([10, 10]), numpy.array([[0., 100.], [0., 100.]])
# They outlive what is taken from them.
MANY = [SHORT] * 2000


def probe():
    return sys.getrefcount(LONG)


def step():
    try:
        _histogram_core._histogramdd((LONG, SHORT), BINS, RANGES)
    except RuntimeError:
        pass
