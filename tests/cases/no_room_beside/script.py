"""Leaves one gap where the module fits, and fills all others near it."""
import ctypes
import glob
import os
import struct
import sys

GIGABYTE = 1 << 30
PAGE = 1 << 12
PRIVATE_ANONYMOUS_NORESERVE = 0x4022
PT_LOAD = 1

libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int,
                      ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]


def reserve(size):
    return libc.mmap(None, size, 0, PRIVATE_ANONYMOUS_NORESERVE, -1, 0)


def mapped_bytes(path):
    with open(path, "rb") as file:
        header = file.read(64)
        offset, = struct.unpack_from("<Q", header, 32)
        size, count = struct.unpack_from("<HH", header, 54)
        file.seek(offset)
        table = file.read(size * count)
    ends = [struct.unpack_from("<Q", table, at + 16)[0]
            + struct.unpack_from("<Q", table, at + 40)[0]
            for at in range(0, size * count, size)
            if struct.unpack_from("<I", table, at)[0] == PT_LOAD]
    return (max(ends) + PAGE - 1) & -PAGE


def leave_one_gap(size):
    wall = reserve(5 * GIGABYTE)
    for step in (GIGABYTE, 64 << 20, 1 << 20, size):
        # Where the kernel looks first there may be room above the wall.
        while reserve(step) > wall:
            pass
    libc.munmap(wall + 2 * GIGABYTE + (GIGABYTE >> 1), size)


module = [path for path in glob.glob(os.path.join(
    os.environ["PYTHONPATH"].split(os.pathsep)[0], "no_room_beside.*"))]
values = [["one"], ["two"]]
leave_one_gap(mapped_bytes(module[0]))

from no_room_beside import first_of  # noqa: E402

for _ in range(1000):
    first_of(values)
