"""Forgets a reference to each list, as is known and can be shown."""
#: leaks list
#: proof import ctypes, sys
#: proof held = []
#: proof ctypes.pythonapi.Py_IncRef(ctypes.py_object(held))
#: proof assert sys.getrefcount(held) == 3
import ctypes

for number in range(1000):
    ctypes.pythonapi.Py_IncRef(ctypes.py_object([]))
