"""Hashes that are not of the standard library."""
#: needs xxhash mmh3 blake3 pybase64
import blake3
import mmh3
import pybase64
import xxhash

for number in range(1000):
    text = b"hello %d" % number
    found = (xxhash.xxh3_64_hexdigest(text), mmh3.hash(text, 1),
             mmh3.hash128(text), blake3.blake3(text).hexdigest(),
             pybase64.b64decode(pybase64.b64encode(text)))
    for wrong in (lambda: xxhash.xxh64(1.5), lambda: mmh3.hash([]),
                  lambda: blake3.blake3(1),
                  lambda: pybase64.b64decode(b"a", validate=True)):
        try:
            wrong()
        except (TypeError, ValueError):
            pass
print(found)
