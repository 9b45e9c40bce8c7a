"""The library keeps no file descriptor open: the same numbers are free."""
#: prints [0, 1, 2]
#: prints 3
import os

fds = [int(name) for name in os.listdir("/proc/self/fd")]
# The listing itself had one.
print([fd for fd in fds if fd < 3 or os.path.exists("/proc/self/fd/%d" % fd)])
print(os.open("/dev/null", os.O_RDONLY))
