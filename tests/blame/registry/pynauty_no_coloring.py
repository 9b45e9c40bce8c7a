"""The coloring of a graph that has none."""
# Source: https://github.com/pdobsan/pynauty/commit/6bd9e88, mended after 2.8.8.1
# Built, 3.9
import sys

import pynauty

CULPRIT = "set_partition"
PACKAGE = "pynauty==2.8.6"
PYTHON = "3.9"

GRAPH = pynauty.Graph(3, adjacency_dict={0: [1, 2]})


def probe():
    return sys.getrefcount(GRAPH.vertex_coloring)


def step():
    pynauty.autgrp(GRAPH)
