"""The dict with the fit of a curve, and the numbers in it."""
# Source: https://github.com/scipy/scipy/pull/25507, mended in 1.18.1
import numpy
from scipy.interpolate import splprep

CULPRIT = "fitpack_parcur"
PACKAGE = "scipy==1.18.0 numpy==2.4.0"
PYTHON = "3.13"
BINARY = "1"

x = numpy.linspace(0, 1, 10)


def step():
    splprep([x, x ** 2], s=0)
