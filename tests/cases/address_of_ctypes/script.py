"""A value of ctypes is an address, for which it takes no reference: when that
dies, it owes none. Whoever asked for one more by Py_IncRef does."""
import ctypes
import sys

ctypes.pythonapi.Py_IncRef.argtypes = [ctypes.py_object]
ctypes.pythonapi.Py_DecRef.argtypes = [ctypes.py_object]


class Node:
    pass


def leak(node):
    ctypes.pythonapi.Py_IncRef(node)
    return id(node)


def find(address, release):
    node = ctypes.cast(address, ctypes.py_object).value
    if release:
        ctypes.pythonapi.Py_DecRef(node)
    return node


for _ in range(400):
    find(leak(Node()), "--correct" in sys.argv)
