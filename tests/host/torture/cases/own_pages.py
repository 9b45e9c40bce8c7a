"""A program that brings some of its pages itself (userfaultfd), by a thread of
Python: who reads one that is not there waits for that thread."""
#: prints 117 and 1 asked for
#: prints 117 and 1 asked for
#: may miss
import ctypes
import fcntl
import mmap
import os
import select
import struct
import sys
import threading

SYS_USERFAULTFD, UFFD_API, MISSING = 323, 0xaa, 1
API, REGISTER, COPY = 0xc018aa3f, 0xc020aa00, 0xc028aa03
PAGE, PAGES = 4096, 2000
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
fd = libc.syscall(SYS_USERFAULTFD, os.O_CLOEXEC | os.O_NONBLOCK)
if fd < 0:
    print("no userfaultfd:", os.strerror(ctypes.get_errno()))
    sys.exit(77)
fcntl.ioctl(fd, API, struct.pack("QQQ", UFFD_API, 0, 0))
start = libc.mmap(None, ctypes.c_size_t(PAGES * PAGE),
                  mmap.PROT_READ | mmap.PROT_WRITE,
                  mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
fcntl.ioctl(fd, REGISTER, struct.pack("QQQQ", start, PAGES * PAGE, MISSING, 0))
page = ctypes.create_string_buffer(b"u" * PAGE)
asked = []


def bring():
    while True:
        select.select([fd], [], [])
        message = os.read(fd, 32)
        asked.append(struct.unpack("QQQQ", message)[2] & -PAGE)
        fcntl.ioctl(fd, COPY, struct.pack("QQQQQ", asked[-1],
                                          ctypes.addressof(page), PAGE, 0, 0))


threading.Thread(target=bring, daemon=True).start()
byte = ctypes.create_string_buffer(1)


def tell():
    """Without the interpreter's lock: somebody must bring the page."""
    libc.memcpy(byte, ctypes.c_void_p(start + 3 * PAGE), ctypes.c_size_t(1))
    print(ord(byte.value), "and", len(asked), "asked for")


tell()
kept = [[i] for i in range(30000)]
# What it brought points to objects: a census looks at what is around.
for i in range(100):
    ctypes.c_long.from_address(start + 3 * PAGE + 8 * (i + 1)).value = id(kept[i])
tell()
