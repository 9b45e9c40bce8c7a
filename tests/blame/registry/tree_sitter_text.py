"""The text of a node is read by a callback: each piece that it returns."""
import tree_sitter
import tree_sitter_python

# Source: https://github.com/tree-sitter/py-tree-sitter/commit/dac834e, mended in 0.26.0
CULPRIT = "node_get_text"
PACKAGE = "tree-sitter==0.25.2 tree-sitter-python==0.23.6"
PYTHON = "3.11"

TEXT = b"name = 'value'\n"


def read(offset, point):
    return TEXT[offset:offset + 5]


parser = tree_sitter.Parser(tree_sitter.Language(
    tree_sitter_python.language()))
tree = parser.parse(read)


def step():
    tree.root_node.text
