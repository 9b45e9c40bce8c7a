"""The module scipy.special when a function of it warns or raises."""
# Source: https://github.com/scipy/scipy/issues/16233, mended in 1.9.0
import sys

import scipy.special

CULPRIT = "sf_error"
PACKAGE = "scipy==1.8.1 numpy==1.21.6"
PYTHON = "3.9"
BINARY = "1"

scipy.special.seterr(all="raise")


def probe():
    return sys.getrefcount(scipy.special)


def step():
    try:
        scipy.special.ndtri(2.0)
    except scipy.special.SpecialFunctionError:
        pass
