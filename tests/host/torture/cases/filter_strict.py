"""Allows itself to read, write and exit, and nothing else, on pain of death."""
#: prints computed 60000
#: ledger running
#: says
import ctypes
import os

PR_SET_SECCOMP, STRICT, EXIT = 22, 1, 60
libc = ctypes.CDLL(None)
syscall, prctl, write = libc.syscall, libc.prctl, os.write


class Kind:
    pass


def work():
    count = 0
    for i in range(10000):
        new = Kind()
        new.pair = [i, i]
        kept[i % len(kept)] = new
        count += len([i, i, i]) * 2
    return count


kept = [None] * 2000
work()
work()  # memory is there now
prctl(PR_SET_SECCOMP, STRICT, 0, 0, 0)
write(1, b"computed %d\n" % work())
syscall(EXIT, 0)
