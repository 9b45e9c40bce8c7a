"""The two lists of maximum_cardinality_search() are kept by the tuple's maker."""
# Source: https://github.com/igraph/python-igraph/commit/50dd2367, mended in 0.9.10
# Wheel, 3.9.18
import igraph

CULPRIT = "igraphmodule_Graph_maximum_cardinality_search"
PACKAGE = "igraph==0.9.9 texttable==1.6.7"
PYTHON = "3.9"
BINARY = "1"

RING = igraph.Graph.Ring(5)


def step():
    RING.maximum_cardinality_search()
