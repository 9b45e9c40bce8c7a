"""The function for passwords that another one replaces."""
# Source: https://github.com/hamano/pysmbc/commit/ccb8980, mended in 1.0.18
# Built, 3.9
import sys

import smbc

CULPRIT = "Context_setFunctionAuthData"
PACKAGE = "pysmbc==1.0.17"
PYTHON = "3.9"

CONTEXT = smbc.Context()


def ask(*about):
    return "", "", ""


def probe():
    return sys.getrefcount(ask)


def step():
    CONTEXT.functionAuthData = ask
