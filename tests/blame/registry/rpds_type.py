"""The type of an object that is freed (PyO3 before 0.29.1)."""
# Source: https://github.com/PyO3/pyo3/pull/6224, mended in PyO3 0.29.1
# Wheel, 3.11.7
import sys

import rpds

CULPRIT = "tp_dealloc"
PACKAGE = "rpds-py==0.27.1"
PYTHON = "3.11"
BINARY = "1"


def probe():
    return sys.getrefcount(rpds.List)


def step():
    rpds.List([1])
