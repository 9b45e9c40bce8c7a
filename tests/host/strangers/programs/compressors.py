"""Five compressors there and back, and bytes that are of none."""
#: needs lz4 cramjam brotli pyzstd zopfli
#: leaks ^brotli_Compressor_(new|dealloc) .* type
#: proof import owed, brotli, cramjam
#: proof assert owed.growth("Compressor") > 100
#: leaks ^cramjam.* type
#: proof import owed, brotli, cramjam
#: proof assert owed.growth("Buffer") > 100
import brotli
import cramjam
import lz4.block
import lz4.frame
import pyzstd
import zopfli.zlib

text = b"hello world " * 100
pairs = [(lz4.frame.compress, lz4.frame.decompress),
         (lz4.block.compress, lz4.block.decompress),
         (cramjam.snappy.compress, cramjam.snappy.decompress),
         (cramjam.zstd.compress, cramjam.zstd.decompress),
         (brotli.compress, brotli.decompress),
         (pyzstd.compress, pyzstd.decompress)]
for number in range(200):
    for compress, decompress in pairs:
        assert bytes(decompress(compress(text))) == text
        try:
            decompress(b"\xff\xfe\xfd\xfc\xfb")
        except Exception:
            pass
print(len(zopfli.zlib.compress(text)))
