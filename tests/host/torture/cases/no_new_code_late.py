"""The program gives up making memory executable, and imports more code."""
#: prints 10000
#: may miss
#: may say
import ctypes
import sys

PR_SET_MDWE = 65
if ctypes.CDLL(None).prctl(PR_SET_MDWE, 1, 0, 0, 0) != 0:
    print("the kernel has no PR_SET_MDWE")
    sys.exit(77)
import _lsprof  # noqa: E402,F401
import decimal  # noqa: E402,F401

print(len([[i] for i in range(10000)]))
