"""Objects of C that keep each other alive, by a table beside them. With --correct
only one keeps the other."""
import sys

from cycle_beside_a_table import Wrapper


class Meta(type):
    """As bindings have one for their types."""


class Branch(Wrapper, metaclass=Meta):
    __slots__ = ()


def grow():
    root, leaf = Branch(), Branch()
    root.keep(leaf)
    if "--correct" not in sys.argv:
        leaf.keep(root)


for _ in range(300):
    grow()
