"""The nodes that a predicate of one's own is asked about."""
# Source: https://github.com/tree-sitter/py-tree-sitter/commit/3c32483,
# mended in 0.26.1
# Built, 3.11
from tree_sitter import Language, Parser, Query, QueryCursor
import tree_sitter_python

CULPRIT = "captures_for_match"
PACKAGE = "tree-sitter==0.26.0 tree-sitter-python==0.23.6"
PYTHON = "3.11"

LANGUAGE = Language(tree_sitter_python.language())
TREE = Parser(LANGUAGE).parse(b"one = 1")
QUERY = Query(LANGUAGE, "((identifier) @name (#mine? @name))")


def accept(predicate, arguments, pattern, captures):
    return True


def step():
    QueryCursor(QUERY).captures(TREE.root_node, accept)
