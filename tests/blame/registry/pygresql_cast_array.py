"""The None that is given to cast_array() is released, though it is borrowed."""
# Source: https://github.com/PyGreSQL/PyGreSQL/commit/df10437, mended in 5.2.2
# Built, 3.9
import sys

import _pg

CULPRIT = "pg_cast_array"
PACKAGE = "PyGreSQL==5.2.1"
PYTHON = "3.9"
VERDICT = "deficit"

KEPT = [None] * 100000


def probe():
    return -sys.getrefcount(None)


def step():
    _pg.cast_array("{1,2}", None)
