"""A reference is taken through ctypes. What ctypes itself keeps comes out of
its containers again, and is not to blame."""
import ctypes
import sys


class Node:
    pass


def leak(release):
    node = ctypes.py_object(Node())
    ctypes.pythonapi.Py_IncRef(node)
    if release:
        ctypes.pythonapi.Py_DecRef(node)


for _ in range(60):
    leak("--correct" in sys.argv)
