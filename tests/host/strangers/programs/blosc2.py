"""Arrays that are compressed in chunks, and expressions of them."""
#: needs blosc2
import blosc2
import numpy

array = numpy.arange(10000)
for number in range(30):
    packed = blosc2.pack_array2(array)
    assert (blosc2.unpack_array2(packed) == array).all()
    chunked = blosc2.asarray(array, chunks=(1000,), blocks=(100,))
    total = int((chunked[10:5000] + 1).sum())
    try:
        blosc2.decompress(b"bad")
    except (RuntimeError, ValueError):
        pass
print(total)
