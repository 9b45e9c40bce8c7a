"""The row and the column of a point."""
import tree_sitter

# Source: https://github.com/tree-sitter/py-tree-sitter/pull/466 (commit aed9893), mended in 0.26.1
CULPRIT = "point_new"
PACKAGE = "tree-sitter==0.26.0"
PYTHON = "3.11"


def step():
    tree_sitter.Point(1000, 2000)
