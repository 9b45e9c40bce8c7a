"""~ inverts a copy in place: the None that this returns."""
import sys

import bitarray

# Source: changelog of bitarray 1.4.2 ("fix memory leak in `~` operation"), mended in 1.4.2
CULPRIT = "bitarray_cpinvert"
PACKAGE = "bitarray==1.4.1"
PYTHON = "3.9"

BITS = bitarray.bitarray("01100110")


def probe():
    return sys.getrefcount(None)


def step():
    ~BITS
