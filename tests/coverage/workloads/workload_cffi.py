"""cffi: functions of libc and C data."""

try:
    import cffi
except ImportError:
    print("cffi is not installed")
    raise SystemExit

ffi = cffi.FFI()
ffi.cdef("int abs(int); size_t strlen(const char *);")
libc = ffi.dlopen(None)
print(sum(libc.abs(-number) for number in range(5000)))
print(sum(libc.strlen(b"x" * number) for number in range(500)))
print(len([ffi.new("int[3]", [1, 2, number]) for number in range(2000)]))
call = ffi.callback("int(int)", lambda number: number + 1)
print(sum(call(number) for number in range(1000)))
try:
    libc.abs("one")
except TypeError as error:
    print(type(error).__name__)
