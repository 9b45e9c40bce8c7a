"""The type of the numbers that a histogram iterates over."""
# Source: https://github.com/astrofrog/fast-histogram/commit/7ffa83f,
# mended after 0.14
# Built, 3.11
import sys

import numpy
from fast_histogram import histogram1d

CULPRIT = "_histogram1d"
PACKAGE = "fast-histogram==0.14 numpy==1.26.4"
PYTHON = "3.11"

NUMBERS = numpy.arange(100.)


def probe():
    return sys.getrefcount(NUMBERS.dtype)


def step():
    histogram1d(NUMBERS, bins=10, range=(0, 100))
