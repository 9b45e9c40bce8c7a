#!/usr/bin/env python3
"""refuse - run a command with a kernel that refuses some system calls.

    refuse.py EPERM|ENOSYS|...|kill NAME[,NAME...] COMMAND [ARGUMENT...]

Not the library's part: the filter is there before the command begins. Exit
status 77: no such filter can be made here.
"""
import ctypes
import errno
import os
import struct
import sys

NUMBERS = {
    "process_vm_readv": 310, "open": 2, "openat": 257, "close": 3, "mmap": 9,
    "mprotect": 10, "munmap": 11, "madvise": 28, "mincore": 27, "pread64": 17,
    "fstat": 5, "ftruncate": 77, "fallocate": 285, "perf_event_open": 298,
    "rt_sigaction": 13, "rt_sigprocmask": 14, "poll": 7, "readlink": 89,
    "prlimit64": 302, "getpid": 39, "vfork": 58, "clone": 56, "clone3": 435,
    "wait4": 61, "access": 21, "pipe2": 293, "rename": 82, "mkdir": 83,
}
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, FILTER = 38, 22, 2
KILL, ERROR, ALLOW = 0x80000000, 0x00050000, 0x7fff0000


def program(action, numbers):
    """What the kernel runs: load the number, compare it with each."""
    code = [(0x20, 0, 0, 0)]
    for number in numbers:
        code += [(0x15, 0, 1, number), (0x06, 0, 0, action)]
    code.append((0x06, 0, 0, ALLOW))
    return b"".join(struct.pack("HBBI", *one) for one in code), len(code)


def install(action, numbers):
    """Whether the kernel took the filter."""
    code, count = program(action, numbers)
    memory = ctypes.create_string_buffer(code, len(code))
    head = ctypes.create_string_buffer(
        struct.pack("HxxxxxxQ", count, ctypes.addressof(memory)))
    prctl = ctypes.CDLL(None).prctl
    return (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 and
            prctl(PR_SET_SECCOMP, FILTER, head) == 0)


def main():
    how, names, command = sys.argv[1], sys.argv[2], sys.argv[3:]
    action = KILL if how == "kill" else ERROR | getattr(errno, how)
    if not install(action, [NUMBERS[name] for name in names.split(",")]):
        print("no seccomp filter can be made here")
        sys.exit(77)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
