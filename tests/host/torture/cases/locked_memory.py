"""A real-time program locks all of its memory, now and later."""
#: prints 0
#: prints 100000
import ctypes
import resource
import sys

MCL_CURRENT, MCL_FUTURE = 1, 2
try:
    resource.setrlimit(resource.RLIMIT_MEMLOCK, (-1, -1))
except (ValueError, OSError):
    print("memory cannot be locked without limit here")
    sys.exit(77)
print(ctypes.CDLL(None).mlockall(MCL_CURRENT | MCL_FUTURE), flush=True)
print(len([[i] for i in range(100000)]))
