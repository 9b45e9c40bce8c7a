"""live_objects - keeps lists and floats alive and ends without letting go.

Prints by how many bytes the process grew for them, then kills itself, so
that the ledger stays as it was while they lived. The one argument is the
number of lists; each holds one float of its own.
"""
import os
import signal
import sys


def resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


count = int(sys.argv[1])
before = resident_bytes()
kept = [None] * count
for i in range(count):
    kept[i] = [i + 0.5]
print(resident_bytes() - before, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
