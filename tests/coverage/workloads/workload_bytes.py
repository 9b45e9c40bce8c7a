"""bytes, bytearray, memoryview, struct, array, io, zlib, hashlib."""

import array
import base64
import binascii
import hashlib
import io
import struct
import zlib

checksum = 0
for round in range(960):
    grown = b""
    for i in range(200):
        grown += bytes([i])
    tail = grown
    grown += b"more"
    checksum += len(grown) + len(tail)
    mutable = bytearray(grown)
    mutable.extend(range(100))
    mutable[10:20] = b"0123456789abcdef"
    del mutable[::3]
    mutable += grown
    mutable.insert(3, 7)
    mutable.remove(7)
    checksum += mutable.pop() + len(mutable)
    with memoryview(mutable) as view:
        checksum += view[3] + len(view[2:10].tobytes())
        try:
            mutable.append(1)
        except BufferError:
            checksum += 1
        cast = view[:80].cast("I")
        checksum += len(cast.tolist())
        del cast
    packed = struct.pack(">IhQd5s", round, -5, 2 ** 40, 1.5, b"hello")
    checksum += len(struct.unpack(">IhQd5s", packed))
    checksum += sum(x[0] for x in struct.iter_unpack("<H", b"\1\2" * 20))
    numbers = array.array("d", [1.5] * 50)
    numbers.extend(array.array("d", range(10)))
    numbers.append(2)
    checksum += int(sum(numbers)) + len(numbers[::2]) + numbers.index(3.0)
    checksum += len(zlib.decompress(zlib.compress(grown * 5)))
    checksum += len(base64.b64decode(base64.b64encode(grown)))
    checksum += len(hashlib.sha256(grown).hexdigest())
    checksum += binascii.crc32(grown) % 1000
    stream = io.BytesIO()
    for line in range(50):
        stream.write(b"line %d\n" % line)
    stream.seek(0)
    checksum += sum(len(line) for line in stream)
    checksum += len(stream.getbuffer())
    text = io.TextIOWrapper(io.BufferedReader(io.BytesIO(b"a\nb\r\nc" * 50)))
    checksum += sum(len(line) for line in text)
    words = io.StringIO()
    print(*range(30), sep=",", file=words)
    checksum += len(words.getvalue())
    checksum += len(b",".join([b"a"] * 20).split(b",")) + grown.find(b"mo")
    checksum += len(grown.hex()) + len(bytes.fromhex("00ff")) + b"a"[0]
    checksum += len(grown.replace(b"\1", b"long").translate(None, b"\2\3"))
    for wrong in (lambda: bytes([256]), lambda: b"a" + "b",
                  lambda: struct.pack("I", -1), lambda: zlib.decompress(b"x")):
        try:
            wrong()
        except Exception:
            checksum += 1
print(checksum)
