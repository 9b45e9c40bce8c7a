"""The None that stands for no memo is released, though it is borrowed."""
# Source: https://github.com/nineteendo/jsonyx/commit/b57cbf8, mended in 2.2.1
# Built, 3.11
import sys

import jsonyx

CULPRIT = "scanner_call"
PACKAGE = "jsonyx==2.2.0"
PYTHON = "3.11"
VERDICT = "deficit"

KEPT = [None] * 10000


def probe():
    return -sys.getrefcount(None)


def step():
    jsonyx.loads("0")
