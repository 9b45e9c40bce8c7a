"""The function round() which is looked up for a rounded proxy."""
# Source: https://github.com/GrahamDumpleton/wrapt/issues/322, mended in 2.2.0
# Built with debug information, 3.11.7
import builtins
import sys

import wrapt

CULPRIT = "WraptObjectProxy_round"
PACKAGE = "wrapt==2.1.2"
PYTHON = "3.11"

PROXY = wrapt.ObjectProxy(2.5)


def probe():
    return sys.getrefcount(builtins.round)


def step():
    round(PROXY)
