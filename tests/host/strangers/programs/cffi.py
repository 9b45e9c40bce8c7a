"""Functions of the C library, structures, and a callback."""
#: needs cffi
import cffi

ffi = cffi.FFI()
ffi.cdef("int abs(int); typedef struct {int a; double b;} pair;")
library = ffi.dlopen(None)
for number in range(1000):
    library.abs(-number)
    pair = ffi.new("pair *")
    pair.a = number
    ffi.string(ffi.new("char[]", b"x"))
    try:
        pair.a = "x"
    except TypeError:
        pass


@ffi.callback("int(int)")
def more(x):
    return x + 1


print(sum(more(number) for number in range(1000)))
