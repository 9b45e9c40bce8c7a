"""A block whose account is of a type that is gone: nothing may follow it.

An object is freed where nobody has the lock, so its account stays. Its type
goes too, another takes the place, and has a dictionary that is nowhere while
the object's block is freed again: so are types that are being made, or freed.
"""
#: prints freed
import ctypes
import gc
import sys
import threading
import time

if sys.version_info >= (3, 12):
    print("no object can die there without a thread state")
    sys.exit(77)

HEADER, DICTIONARY = 16, 264  # PyGC_Head, tp_dict
python = ctypes.pythonapi
for function in python.PyObject_Malloc, python.PyObject_Free:
    function.restype, function.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
for function in (python.Py_IncRef, python.Py_DecRef,
                 python.PyObject_GC_UnTrack):
    function.restype, function.argtypes = None, [ctypes.c_void_p]
without_lock = ctypes.CDLL(None)


def make():
    return type("Made", (), {"__slots__": ["a%d" % i for i in range(40)]})


def die_unseen(kind):
    kept = kind()
    block = id(kept) - HEADER
    python.Py_IncRef(id(kept))
    python.PyObject_GC_UnTrack(id(kept))
    del kept
    free = without_lock.PyObject_Free
    free.restype, free.argtypes = None, [ctypes.c_void_p]

    def free_later():
        time.sleep(0.2)  # until the main thread does nothing but wait
        free(block)

    thread = threading.Thread(target=free_later)
    thread.start()
    thread.join()
    python.Py_DecRef(id(kind))
    return block


def same_place(address):
    others = []
    for _ in range(200):
        others.append(make())
        if id(others[-1]) == address:
            return others[-1]
    print("no type was made at the address of the one before")
    sys.exit(77)


kind = make()
address, block = id(kind), die_unseen(kind)
del kind
gc.collect()
kind = same_place(address)
dictionary = ctypes.c_void_p.from_address(address + DICTIONARY)
kept, given = dictionary.value, []
while block not in given and len(given) < 1000:
    given.append(python.PyObject_Malloc(HEADER + kind.__basicsize__))
dictionary.value = 0x123450
python.PyObject_Free(block)
dictionary.value = kept
print("freed")
