"""The ranges and bins of a histogram of what is no real number."""
# Source: https://github.com/astrofrog/fast-histogram/commit/9768b28,
# mended after 0.14
# Built, 3.11
import sys

import numpy
from fast_histogram import _histogram_core

CULPRIT = "_histogramdd"
PACKAGE = "fast-histogram==0.14 numpy==1.26.4"
PYTHON = "3.11"

NUMBERS = numpy.arange(100.) + 1j
BINS, RANGES = numpy.array([10, 10]), numpy.array([[0., 100.], [0., 100.]])


def probe():
    return sys.getrefcount(BINS)


def step():
    try:
        _histogram_core._histogramdd((NUMBERS, NUMBERS), BINS, RANGES)
    except RuntimeError:
        pass
