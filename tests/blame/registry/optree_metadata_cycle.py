"""The structure of a tree that refers to itself by its metadata: no tp_traverse (pybind11)."""
# Source: https://github.com/metaopt/optree/commit/8145df0, mended in 0.12.1
# Wheel, 3.11
import optree

CULPRIT = "optree::PyTreeSpec::Flatten optree::PyTreeSpec::FlattenInto optree::PyTreeSpec::FlattenIntoImpl pybind11::detail::make_new_instance"
PACKAGE = "optree==0.11.0 typing-extensions==4.12.2"
PYTHON = "3.11"
BINARY = "1"
VERDICT = "cycle"


class Tree:
    def __init__(self, metadata):
        self.metadata = metadata


optree.register_pytree_node(Tree, lambda tree: ((1,), tree.metadata),
                            lambda metadata, children: Tree(metadata), namespace="one")


class Metadata:
    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return id(self)


def step():
    metadata = Metadata()
    metadata.structure = optree.tree_structure(Tree(metadata), namespace="one")
