"""A signal handler that runs Python on an alternate signal stack."""
#: prints 100 on the alternate stack
import ctypes
import os
import signal

SIZE = 256 * 1024


class StackDescription(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("flags", ctypes.c_int),
                ("size", ctypes.c_size_t)]


class SignalAction(ctypes.Structure):
    _fields_ = [("handler", ctypes.c_void_p), ("mask", ctypes.c_ulong * 16),
                ("flags", ctypes.c_int), ("restorer", ctypes.c_void_p)]


SA_ONSTACK = 0x08000000
results = []
memory = ctypes.create_string_buffer(SIZE)


@ctypes.PYFUNCTYPE(None, ctypes.c_int)
def handler(number):
    here = ctypes.c_int()
    results.append(sorted([{"i": i} for i in range(20)],
                          key=lambda value: -value["i"])[0]["i"])


libc = ctypes.PyDLL(None)
stack = StackDescription(ctypes.addressof(memory), 0, SIZE)
assert libc.sigaltstack(ctypes.byref(stack), None) == 0
action = SignalAction(ctypes.cast(handler, ctypes.c_void_p), flags=SA_ONSTACK)
assert libc.sigaction(signal.SIGUSR1, ctypes.byref(action), None) == 0
for _ in range(100):
    os.kill(os.getpid(), signal.SIGUSR1)
print(results.count(19), "on the alternate stack")
