"""Children whose signals are to be handled on a stack that is too small for any
handler; nobody handles them."""
#: prints 2048: -15 -1 -6 -8
#: prints 4096: -15 -1 -6 -8
#: prints 8192: -15 -1 -6 -8
#: prints 65536: -15 -1 -6 -8
#: setting follow 1
#: ledger any
#: may miss
import os
import signal
import subprocess
import sys

CHILD = """
import ctypes, mmap, os, sys
class Stack(ctypes.Structure):
    _fields_ = [("memory", ctypes.c_void_p), ("flags", ctypes.c_int),
                ("bytes", ctypes.c_size_t)]
size, number = map(int, sys.argv[1:])
libc = ctypes.CDLL(None, use_errno=True)
room = mmap.mmap(-1, 4096 + max(size, 4096),
                 mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
start = ctypes.addressof(ctypes.c_char.from_buffer(room))
libc.mprotect(ctypes.c_void_p(start), ctypes.c_size_t(4096), 0)
stack = Stack(start + len(room) - size, 0, size)
if libc.sigaltstack(ctypes.byref(stack), None) != 0:
    sys.exit("refused: %d" % ctypes.get_errno())
kept = [[i] for i in range(1000)]
os.kill(os.getpid(), number)
"""
for size in 2048, 4096, 8192, 65536:
    print("%d:" % size, *[subprocess.run(
        [sys.executable, "-S", "-c", CHILD, str(size), str(number)],
        stderr=subprocess.DEVNULL).returncode for number in (
            signal.SIGTERM, signal.SIGHUP, signal.SIGABRT, signal.SIGFPE)])
