"""Callbacks from C, arrays and structures that hold objects."""
import ctypes

library = ctypes.CDLL(None)
number_at = ctypes.POINTER(ctypes.c_int)


@ctypes.CFUNCTYPE(ctypes.c_int, number_at, number_at)
def compare(first, second):
    return first[0] - second[0]


class Holder(ctypes.Structure):
    _fields_ = [("number", ctypes.c_int), ("object", ctypes.py_object)]


for number in range(100):
    array = (ctypes.c_int * 50)(*range(50, 0, -1))
    library.qsort(array, 50, 4, compare)
for number in range(500):
    holder = Holder(1, [number])
    assert holder.object == [number]
print(array[0])
