"""The None of a list in itself is released twice, by its tp_clear and where it is freed."""
# Source: https://github.com/ajakubek/python-llist/commit/bde1ee8, mended in 0.7
# Built, 3.9
import gc
import sys

from llist import dllist

CULPRIT = "dllistnode_clear_refs dllist_clear_refs"
PACKAGE = "llist==0.6"
PYTHON = "3.9"
VERDICT = "deficit"

KEPT = [None] * 10000


def probe():
    return -sys.getrefcount(None)


def step():
    values = dllist()
    values.append(values)
    del values
    gc.collect()
