"""instructions - how many instructions a command executes in user space.

A machine that is busy with other things changes nothing about them. Threads of
the process are counted, its children are not: a server's clients are nobody's
cost.
"""
import ctypes
import os
import struct
import subprocess

# perf_event_open(2), of <linux/perf_event.h>; the numbers are those of x86-64.
PERF_EVENT_OPEN = 298
SIZE = 136
HARDWARE, INSTRUCTIONS = 0, 1
DISABLED, INHERIT, EXCLUDE_KERNEL, EXCLUDE_HYPERVISOR = (
    1 << 0, 1 << 1, 1 << 5, 1 << 6)
ENABLE_ON_EXEC, INHERIT_THREAD = 1 << 12, 1 << 35
CLOSE_ON_EXEC = 8


class Unavailable(Exception):
    pass


def _open_counter(process):
    attribute = struct.pack(
        "IIQQQQQ", HARDWARE, SIZE, INSTRUCTIONS, 0, 0, 0,
        DISABLED | INHERIT | EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR
        | ENABLE_ON_EXEC | INHERIT_THREAD).ljust(SIZE, b"\0")
    libc = ctypes.CDLL(None, use_errno=True)
    counter = libc.syscall(PERF_EVENT_OPEN, attribute, process, -1, -1,
                           CLOSE_ON_EXEC)
    if counter < 0:
        raise Unavailable("perf_event_open: "
                          + os.strerror(ctypes.get_errno()))
    return counter


def count(command, env, directory, stdout, seconds):
    """Its instructions and its exit status; killed when it takes longer."""
    # The shell waits until it is counted, and becomes the command.
    process = subprocess.Popen(
        ["/bin/sh", "-c", 'read go; exec "$@" </dev/null', "sh", *command],
        env=env, cwd=directory, stdin=subprocess.PIPE, stdout=stdout)
    try:
        counter = _open_counter(process.pid)
    except Unavailable:
        process.kill()
        process.wait()
        raise
    process.stdin.write(b"go\n")
    process.stdin.close()
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    counted, = struct.unpack("Q", os.read(counter, 8))
    os.close(counter)
    return counted, process.returncode
