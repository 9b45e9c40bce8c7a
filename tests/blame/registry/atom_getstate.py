"""The values of the members when an atom is pickled."""
# Source: https://github.com/nucleic/atom/pull/213, mended in 0.10.5
# built (C++, cppy)
import atom.api

CULPRIT = "CAtom_getstate"
PACKAGE = "atom==0.10.4"
PYTHON = "3.11"


class Point(atom.api.Atom):
    x = atom.api.Value()


class Thing:
    pass


def step():
    point = Point()
    point.x = Thing()
    point.__getstate__()
