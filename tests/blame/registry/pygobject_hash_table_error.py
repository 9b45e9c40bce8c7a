"""The key of a dictionary that cannot become a hash table is released, though it is borrowed."""
# Source: https://gitlab.gnome.org/GNOME/pygobject/-/commit/13c6e76d, mended in 3.42.2
# Built with libgirepository1.0-dev and libcairo2-dev, 3.9
import sys

from gi.repository import GLib

CULPRIT = "_pygi_marshal_from_py_ghash"
PACKAGE = "PyGObject==3.42.1"
PYTHON = "3.9"
VERDICT = "deficit"

KEY = ("the", "key")
KEPT = [KEY] * 10000


def probe():
    return -sys.getrefcount(KEY)


def step():
    try:
        GLib.HashTable.size({KEY: KEY})
    except (TypeError, ValueError):
        pass
    else:
        raise AssertionError
