"""The item that is no vertex is kept when a sequence of vertices is converted."""
# Source: https://github.com/igraph/python-igraph/commit/315b60b6, mended in 0.9.10
# Wheel, 3.9.18
import igraph

CULPRIT = "igraphmodule_PyObject_to_vs_t"
PACKAGE = "igraph==0.9.9 texttable==1.6.7"
PYTHON = "3.9"
BINARY = "1"

RING = igraph.Graph.Ring(5)


def step():
    try:
        RING.degree([1, [2]])
    except (TypeError, ValueError):
        pass
    else:
        raise AssertionError
