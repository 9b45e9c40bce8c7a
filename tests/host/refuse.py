#!/usr/bin/env python3
"""refuse - run a command with a kernel that refuses some system calls.

    refuse.py EPERM|ENOSYS|...|kill NAME[,NAME...] COMMAND [ARGUMENT...]

Not the library's part: the filter is there before the command begins. Exit
status 77: no such filter can be made here.

As a module, for programs that set up filters for themselves.
"""
import ctypes
import errno
import mmap
import os
import struct
import sys

NUMBERS = {
    "read": 0, "write": 1, "open": 2, "close": 3, "stat": 4, "fstat": 5,
    "lstat": 6, "poll": 7, "lseek": 8, "mmap": 9, "mprotect": 10,
    "munmap": 11, "brk": 12, "rt_sigaction": 13, "rt_sigprocmask": 14,
    "ioctl": 16, "pread64": 17, "access": 21, "mremap": 25, "mincore": 27,
    "madvise": 28, "dup": 32, "getpid": 39, "clone": 56, "vfork": 58,
    "exit": 60, "wait4": 61, "kill": 62, "fcntl": 72,
    "ftruncate": 77, "getcwd": 79, "rename": 82, "mkdir": 83,
    "readlink": 89, "sigaltstack": 131, "futex": 202, "getdents64": 217,
    "exit_group": 231, "openat": 257,
    "newfstatat": 262, "fallocate": 285, "pipe2": 293,
    "perf_event_open": 298, "prlimit64": 302, "process_vm_readv": 310,
    "getrandom": 318, "membarrier": 324, "statx": 332, "clone3": 435,
}
PRCTL = 157
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, STRICT, FILTER = 38, 22, 1, 2
KILL, ERROR, ALLOW = 0x80000000, 0x00050000, 0x7fff0000

# What an interpreter needs to compute, import and end.
ORDINARY = ["read", "write", "close", "stat", "fstat", "lstat", "lseek",
            "mmap", "mprotect", "munmap", "brk", "rt_sigaction", "ioctl", "mremap", "dup",
            "exit", "fcntl", "getcwd", "readlink", "sigaltstack", "futex",
            "getdents64", "exit_group", "openat", "newfstatat", "getrandom",
            "statx"]


def program(names, listed, others):
    """What the kernel runs: loads the number, and compares it with each."""
    code = [(0x20, 0, 0, 0)]
    for name in names:
        code += [(0x15, 0, 1, NUMBERS[name]), (0x06, 0, 0, listed)]
    code.append((0x06, 0, 0, others))
    return b"".join(struct.pack("HBBI", *one) for one in code), len(code)


def install(names, listed, others, prctl=None):
    """Whether the kernel took the filter. `prctl`: libc's, or another."""
    prctl = prctl or ctypes.CDLL(None).prctl
    code, count = program(names, listed, others)
    memory = ctypes.create_string_buffer(code, len(code))
    head = ctypes.create_string_buffer(
        struct.pack("HxxxxxxQ", count, ctypes.addressof(memory)))
    return (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 and
            prctl(PR_SET_SECCOMP, FILTER,
                  ctypes.c_void_p(ctypes.addressof(head)), 0, 0) == 0)


def raw_prctl():
    """A prctl that nobody can interpose: its own machine instruction."""
    code = bytes.fromhex(
        "b89d000000"  # mov $157,%eax
        "4989ca"      # mov %rcx,%r10
        "0f05"        # syscall
        "c3")
    page = mmap.mmap(-1, 4096, prot=7)
    page.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    kind = ctypes.CFUNCTYPE(ctypes.c_long, *[ctypes.c_void_p] * 5)
    function = kind(address)
    function.page = page
    return function


def main():
    how, names, command = sys.argv[1], sys.argv[2], sys.argv[3:]
    action = KILL if how == "kill" else ERROR | getattr(errno, how)
    if not install(names.split(","), action, ALLOW):
        print("no seccomp filter can be made here")
        sys.exit(77)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
