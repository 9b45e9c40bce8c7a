"""References that a line of Python takes through ctypes."""
#: finds 50 __main__.Item leak
import ctypes
import sys

import endings


class Item:
    pass


def leak():
    item = Item()
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(item))


for _ in range(50):
    leak()
endings.end(sys.argv[1])
