"""The number that the heuristic returns to get_shortest_path_astar() is kept."""
# Source: https://github.com/igraph/python-igraph/commit/9716dfef, mended in 0.11.7
# Wheel, 3.9.18
import igraph

CULPRIT = "igraphmodule_i_Graph_get_shortest_path_astar_callback"
PACKAGE = "igraph==0.11.6 texttable==1.6.7"
PYTHON = "3.9"
BINARY = "1"

RING = igraph.Graph.Ring(5)


def guess(graph, start, end):
    return 0.5 + start * 0.001


def step():
    RING.get_shortest_path_astar(0, 2, guess)
