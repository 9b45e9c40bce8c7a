"""The function for passwords of a context that is dropped."""
# Source: https://github.com/hamano/pysmbc/commit/ccb8980, mended in 1.0.18
# Built, 3.9
import sys

import smbc

CULPRIT = "Context_dealloc"
PACKAGE = "pysmbc==1.0.17"
PYTHON = "3.9"


def ask(*about):
    return "", "", ""


def probe():
    return sys.getrefcount(ask)


def step():
    smbc.Context(auth_fn=ask)
