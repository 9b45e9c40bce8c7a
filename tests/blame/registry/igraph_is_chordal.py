"""The True or False that Graph.is_chordal() returns is not its own: it is released too often."""
# Source: https://github.com/igraph/python-igraph/commit/67eab783, mended in 0.10.2
# Wheel, 3.9.18
import ctypes
import sys

import igraph

CULPRIT = "igraphmodule_Graph_is_chordal"
PACKAGE = "igraph==0.10.1 texttable==1.6.7"
PYTHON = "3.9"
BINARY = "1"
VERDICT = "deficit"

RING = igraph.Graph.Ring(5)
for number in range(10000):  # or the interpreter frees False when it ends, and aborts
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(False))


def probe():
    return -sys.getrefcount(False)


def step():
    RING.is_chordal()
