"""An iterator that searches for what refers to it: its tp_traverse leaves that out."""
# Source: https://github.com/ilanschnell/bitarray/commit/c4aa3274, mended in 3.8.1
# Built, 3.11
import bitarray

CULPRIT = "searchiter_traverse"
PACKAGE = "bitarray==3.8.0"
PYTHON = "3.11"
VERDICT = "cycle"

ARRAY = bitarray.bitarray("0101")


class Pattern(bitarray.bitarray):
    pass


def step():
    pattern = Pattern("1")
    pattern.found = ARRAY.search(pattern)
