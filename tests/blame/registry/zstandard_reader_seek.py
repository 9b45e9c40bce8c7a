"""What is read while a reader seeks forward."""
# Source: https://github.com/indygreg/python-zstandard/commit/6dea1d1, mended in 0.11.1
# Built, 3.9
import zstandard

CULPRIT = "reader_seek"
PACKAGE = "zstandard==0.11.0"
PYTHON = "3.9"

DATA = zstandard.ZstdCompressor().compress(bytes(1000))


def step():
    with zstandard.ZstdDecompressor().stream_reader(DATA) as reader:
        reader.seek(100)
