"""Locks its memory, and becomes another user if it may."""
import ctypes
import os

os.write(1, b"begin\n")
libc = ctypes.CDLL(None)
kept = [[number] for number in range(300)]
libc.mlockall(1)
kept += [[number] for number in range(300)]
libc.munlockall()
if os.geteuid() == 0:
    os.seteuid(65534)
kept += [[number] for number in range(50000)]
os.write(1, b"end\n")
