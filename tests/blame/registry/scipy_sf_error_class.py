"""The class of the exception when a function of scipy.special raises."""
# Source: https://github.com/scipy/scipy/pull/24928, mended in 1.18.0 (seen with Python 3.13.0)
# wheel
import sys

import scipy.special

CULPRIT = "sf_error_v"
PACKAGE = "scipy==1.16.3 numpy==2.2.6"
PYTHON = "3.13"
BINARY = "1"

scipy.special.seterr(all="raise")


def probe():
    return sys.getrefcount(scipy.special.SpecialFunctionError)


def step():
    try:
        scipy.special.ndtri(2.0)
    except scipy.special.SpecialFunctionError:
        pass
