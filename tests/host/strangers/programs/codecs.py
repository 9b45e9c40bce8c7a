"""Three codecs, and bytes that are of none."""
#: needs cbor2 zstandard ujson
import cbor2
import ujson
import zstandard

compressor = zstandard.ZstdCompressor()
decompressor = zstandard.ZstdDecompressor()
for number in range(500):
    cbor2.loads(cbor2.dumps({"a": [1, None]}))
    decompressor.decompress(compressor.compress(b"x" * 100))
    ujson.loads(ujson.dumps({"a": [1.5]}))
    for call, wrong in ((cbor2.loads, b"\xff"), (ujson.loads, "{"),
                        (decompressor.decompress, b"bad")):
        try:
            call(wrong)
        except (ValueError, cbor2.CBORError, zstandard.ZstdError):
            pass
print(ujson.dumps({"a": [1.5]}))
