"""Arguments and environment are overwritten in memory, as setproctitle does it,
and then there is no environment at all."""
#: prints 40000
#: status -15
#: ledger finished
import ctypes
import os
import signal

kept = [[i] for i in range(20000)]
with open("/proc/self/stat") as file:
    numbers = file.read().rpartition(")")[2].split()
arguments, _, _, end = map(int, numbers[45:49])
ctypes.memset(arguments, ord("x"), end - arguments - 1)
environ = ctypes.c_void_p.in_dll(ctypes.CDLL(None), "environ")
environ.value = None
kept += [{i: i} for i in range(20000)]
print(len(kept), flush=True)
os.kill(os.getpid(), signal.SIGTERM)
