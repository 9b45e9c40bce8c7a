"""Objects in a mapped file, which somebody else cuts short and makes longer all
the time: between two looks at one it may be gone."""
#: prints 4096 objects
import ctypes
import mmap
import os
import time

PAGES = 64
PER_PAGE = 64
init = ctypes.pythonapi.PyObject_Init
init.restype = ctypes.c_void_p
init.argtypes = [ctypes.c_void_p, ctypes.py_object]


def cut_again_and_again(fd, parent):
    end = time.monotonic() + 60
    while os.getppid() == parent and time.monotonic() < end:
        for _ in range(100):
            os.ftruncate(fd, mmap.PAGESIZE)
            os.ftruncate(fd, PAGES * mmap.PAGESIZE)


made = 0
file = os.memfd_create("cut")
os.ftruncate(file, PAGES * mmap.PAGESIZE)
memory = mmap.mmap(file, PAGES * mmap.PAGESIZE)
start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
for page in range(PAGES):
    for i in range(PER_PAGE):
        init(start + page * mmap.PAGESIZE + 64 * i, object)
        made += 1
parent = os.getpid()
if os.fork() == 0:
    for fd in (0, 1, 2):
        os.close(fd)
    cut_again_and_again(file, parent)
    os._exit(0)
time.sleep(0.1)
print(made, "objects", flush=True)
