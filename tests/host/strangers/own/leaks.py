"""Forgets a reference to each list, which nobody said."""
import ctypes

for number in range(1000):
    ctypes.pythonapi.Py_IncRef(ctypes.py_object([]))
