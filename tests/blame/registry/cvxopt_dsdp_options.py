"""The options that are given to dsdp.sdp() are released, though they are borrowed."""
# Source: https://github.com/cvxopt/cvxopt/commit/4ccc043, mended in 1.3.3
# Wheel, 3.11
import sys

from cvxopt import dsdp, matrix

CULPRIT = "solvesdp"
PACKAGE = "cvxopt==1.3.2"
PYTHON = "3.11"
BINARY = "1"
VERDICT = "deficit"

OPTIONS = {"DSDP_Monitor": 0}
KEPT = [OPTIONS] * 10000
COSTS = matrix([1., -1., 1.])
LINEAR = matrix([1., 0., 0.], (1, 3))


def probe():
    return -sys.getrefcount(OPTIONS)


def step():
    dsdp.sdp(COSTS, Gs=[], hs=[], options=OPTIONS)
