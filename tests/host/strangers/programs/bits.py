"""Sets of bits and of numbers."""
#: needs bitarray pyroaring intbitset
import pickle

import bitarray
import bitarray.util
import intbitset
import pyroaring

for number in range(500):
    bits = bitarray.bitarray("10110")
    bits.extend([1, 0])
    bits.tobytes()
    list(bits.search(bitarray.bitarray("1")))
    code = {"a": bitarray.bitarray("0"), "b": bitarray.bitarray("1")}
    coded = bitarray.bitarray()
    coded.encode(code, "abba")
    assert "".join(coded.decode(code)) == "abba"
    numbers = pyroaring.BitMap(range(number % 50)) | pyroaring.BitMap([99])
    pyroaring.BitMap.deserialize(numbers.serialize())
    pickle.loads(pickle.dumps(numbers))
    small = intbitset.intbitset([1, 2, number]) & intbitset.intbitset([1])
    for wrong in (lambda: bitarray.bitarray("12"),
                  lambda: pyroaring.BitMap(["x"])):
        try:
            wrong()
        except (TypeError, ValueError):
            pass
print(bits, list(small), len(numbers))
