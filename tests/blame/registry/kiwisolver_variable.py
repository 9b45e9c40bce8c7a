"""The type of a variable that is freed (C++)."""
# Source: https://github.com/nucleic/kiwi/issues/223, not mended in 1.5.1
# Built, 3.11
import sys

import kiwisolver

CULPRIT = "Variable_dealloc"
PACKAGE = "kiwisolver==1.4.9"
PYTHON = "3.11"


def probe():
    return sys.getrefcount(kiwisolver.Variable)


def step():
    kiwisolver.Variable("one")
