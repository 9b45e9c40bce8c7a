"""The array that transpose() makes of what it is given, or that it is given."""
# Source: https://github.com/kwant-project/tinyarray/commit/767f4bd, mended in 1.2.0
# Built, 3.9
import tinyarray

CULPRIT = "transpose"
PACKAGE = "tinyarray==1.1.0"
PYTHON = "3.9"

ROWS = [[1, 2], [3, 4]]


def step():
    tinyarray.transpose(ROWS)
