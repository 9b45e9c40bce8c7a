"""The keys and the values of a dictionary that becomes a hash table."""
# Source: https://gitlab.gnome.org/GNOME/pygobject/-/commit/2d140f69, mended in 3.55.3
# Built with libgirepository1.0-dev and libcairo2-dev, 3.11
from gi.repository import GLib

CULPRIT = "_pygi_marshal_from_py_ghash"
PACKAGE = "PyGObject==3.50.0"
PYTHON = "3.11"


def step():
    GLib.HashTable.size({1000: 2000})
