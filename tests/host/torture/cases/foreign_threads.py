"""Threads that C made and that Python has never seen before."""
#: prints 40 calls
import ctypes

libc = ctypes.CDLL(None)
calls = []
ROUTINE = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)


@ROUTINE
def routine(argument):
    calls.append([{"argument": argument}])
    return None


libc.pthread_join.argtypes = [ctypes.c_ulong, ctypes.c_void_p]
for _ in range(10):
    threads = [ctypes.c_ulong() for _ in range(4)]
    for thread in threads:
        libc.pthread_create(ctypes.byref(thread), None, routine, None)
    for thread in threads:
        libc.pthread_join(thread, None)
print(len(calls), "calls")
