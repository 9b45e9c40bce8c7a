"""C calls Python calls C: sorting through ctypes, exceptions in between."""
#: prints [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
#: prints 50 deep
#: prints unraisable 1
import ctypes
import sys

COMPARE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int),
                           ctypes.POINTER(ctypes.c_int))
libc = ctypes.CDLL(None)
numbers = (ctypes.c_int * 10)(*[(i * 7) % 10 for i in range(10)])
libc.qsort(numbers, ctypes.c_size_t(10), ctypes.c_size_t(4),
           COMPARE(lambda a, b: a[0] - b[0]))
print(list(numbers))

depth = 0


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)
def deeper(level):
    global depth
    depth = max(depth, level)
    return deeper(level + 1) if level < 50 else 0


deeper(1)
print(depth, "deep")

raised = []
sys.unraisablehook = lambda what: raised.append(what.exc_type)


@ctypes.CFUNCTYPE(ctypes.c_int)
def failing():
    raise ValueError("in a callback")


failing()
print("unraisable", len(raised))
