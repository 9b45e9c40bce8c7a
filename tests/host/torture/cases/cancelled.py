"""A thread that somebody has cancelled, and that calls nothing which would end
it: it goes on until it does."""
#: prints 200000 and 1000
import ctypes

DISABLE = 1
libc = ctypes.PyDLL(None)
libc.pthread_self.restype = ctypes.c_ulong
kept = []
assert libc.pthread_cancel(ctypes.c_ulong(libc.pthread_self())) == 0
for i in range(200000):
    kept.append([i])
values = [{"i": [i]} for i in range(1000)]
libc.pthread_setcancelstate(DISABLE, None)
print(len(kept), "and", len(values))
