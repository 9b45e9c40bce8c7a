"""The cell of a reference that is copied is let go twice."""
# Source: https://github.com/heitzmann/gdstk/commit/0d34a3a, mended in 0.8.3
# Built, 3.9
import sys

import gdstk

CULPRIT = "reference_object_copy"
PACKAGE = "gdstk==0.8.2 numpy==1.21.6"
PYTHON = "3.9"
VERDICT = "deficit"

CELL = gdstk.Cell("one")
REFERENCE = gdstk.Reference(CELL)
KEPT = [CELL] * 10000


def probe():
    return sys.getrefcount(CELL)


def step():
    REFERENCE.copy()
