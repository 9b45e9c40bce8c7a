"""Objects in a mapped file, which is cut short while they live: nobody may look
at them any more."""
#: prints 400 objects
import ctypes
import mmap
import os
import tempfile

PAGES = 100
PER_PAGE = 4
init = ctypes.pythonapi.PyObject_Init
init.restype = ctypes.c_void_p
init.argtypes = [ctypes.c_void_p, ctypes.py_object]
kept = [[i] for i in range(1000)]
made = 0
with tempfile.TemporaryFile() as file:
    file.truncate(PAGES * mmap.PAGESIZE)
    memory = mmap.mmap(file.fileno(), PAGES * mmap.PAGESIZE)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    for page in range(PAGES):
        for i in range(PER_PAGE):
            init(start + page * mmap.PAGESIZE + 64 * i, object)
            made += 1
    os.ftruncate(file.fileno(), mmap.PAGESIZE)
print(made, "objects", flush=True)
