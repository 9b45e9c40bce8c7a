"""The cell of the references into which one is taken apart is not kept for them."""
# Source: https://github.com/heitzmann/gdstk/commit/69d2937 (#117), mended in 0.9.1
# Built, 3.9
import sys

import gdstk

CULPRIT = "reference_object_apply_repetition"
PACKAGE = "gdstk==0.9.0 numpy==1.21.6"
PYTHON = "3.9"
VERDICT = "deficit"

CELL = gdstk.Cell("one")
KEPT = [CELL] * 10000


def probe():
    return sys.getrefcount(CELL)


def step():
    gdstk.Reference(CELL, columns=2, rows=1,
                    spacing=(1, 1)).apply_repetition()
