"""The shape, the format and the data of an array that is pickled."""
# Source: https://github.com/kwant-project/tinyarray/commit/158fb87, mended in 1.2.0
# Built, 3.9
import tinyarray

CULPRIT = "reduce reduce<double>"
PACKAGE = "tinyarray==1.1.0"
PYTHON = "3.9"

ARRAY = tinyarray.array([1.5, 2.5])


def step():
    ARRAY.__reduce__()
