"""The None that is taken for each address without a network."""
# Source: https://github.com/mjschultz/py-radix/commit/8220779, mended in 0.8.1
# Built, 3.9
import sys

from radix._radix import Radix

CULPRIT = "Radix_search_covered"
PACKAGE = "py-radix==0.8.0"
PYTHON = "3.9"

RADIX = Radix()
RADIX.add("10.0.0.0/8")


def probe():
    return sys.getrefcount(None)


def step():
    RADIX.search_covered("192.168.0.0", 16)
