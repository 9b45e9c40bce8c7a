"""A handler for SIGSEGV that repairs the fault and goes on, as garbage
collectors and virtual machines do."""
#: prints 1 fault, then 42
import ctypes
import mmap
import signal

libc = ctypes.CDLL(None, use_errno=True)
page = mmap.mmap(-1, mmap.PAGESIZE)
page[0] = 42
address = ctypes.addressof(ctypes.c_char.from_buffer(page))
libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
faults = 0


@ctypes.PYFUNCTYPE(None, ctypes.c_int)
def repair(number):
    global faults
    faults += 1
    libc.mprotect(address, mmap.PAGESIZE, mmap.PROT_READ | mmap.PROT_WRITE)


libc.signal.restype = ctypes.c_void_p
libc.signal(signal.SIGSEGV, repair)
libc.mprotect(address, mmap.PAGESIZE, 0)
value = ctypes.PyDLL(None).memchr
value.restype = ctypes.c_void_p
value.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t]
value(address, 42, 1)
print(faults, "fault, then", page[0])
