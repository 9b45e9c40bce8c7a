"""A C signal handler that runs Python while the same thread is anywhere."""
#: prints called 200 times, kept 200
import ctypes
import os
import signal

calls = 0
kept = []


@ctypes.PYFUNCTYPE(None, ctypes.c_int)
def handler(number):
    global calls
    calls += 1
    kept.append([{"number": number}, calls])


libc = ctypes.CDLL(None)
libc.signal.restype = ctypes.c_void_p
libc.signal(signal.SIGUSR1, handler)
for _ in range(200):
    os.kill(os.getpid(), signal.SIGUSR1)
print("called", calls, "times, kept", len(kept))
