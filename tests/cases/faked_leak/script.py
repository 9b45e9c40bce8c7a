"""A reference that ctypes was told to take: no setter of its own is at fault."""
import ctypes


class Node:
    pass


def leak():
    node = Node()
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(node))


for round in range(400):
    leak()
