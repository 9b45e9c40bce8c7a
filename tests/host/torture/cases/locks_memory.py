"""All memory is locked, now and later: the library's reservations are not."""
#: prints 0 True True
#: prints 200000
#: prints 0 0
import ctypes
import os
import sys

MCL_CURRENT, MCL_FUTURE = 1, 2
libc = ctypes.CDLL(None, use_errno=True)


def kilobytes(name):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status
                    if line.startswith(name + ":"))


kept = [[number] for number in range(1000)]
locked = libc.mlockall(MCL_CURRENT | MCL_FUTURE)
if locked != 0:
    print("memory cannot be locked: " + os.strerror(ctypes.get_errno()))
    sys.exit(77)
resident = kilobytes("VmRSS")
print(locked, kilobytes("VmLck") > 4000, resident < 1 << 20)
kept += [[number] for number in range(199000)]
print(len(kept))
print(libc.munlockall(), kilobytes("VmLck"))
