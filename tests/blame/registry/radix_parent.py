"""The None that is the parent of a node without one is returned without a reference."""
# Source: https://github.com/mjschultz/py-radix/commit/0b60e2f, mended in 0.9.6
# Built, 3.9
import sys

from radix._radix import Radix

CULPRIT = "Radix_parent"
PACKAGE = "py-radix==0.9.5"
PYTHON = "3.9"
VERDICT = "deficit"

RADIX = Radix()
NODE = RADIX.add("10.0.0.0/8")


def probe():
    return -sys.getrefcount(None)


def step():
    assert NODE.parent is None
