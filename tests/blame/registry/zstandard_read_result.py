"""A reader goes before it used up what it has read: these bytes."""
import io
import random

import zstandard

# Source: https://github.com/indygreg/python-zstandard/commit/35af547 (release 0.15.0), mended in 0.15.0
CULPRIT = "reader_dealloc"
PACKAGE = "zstandard==0.14.0"
PYTHON = "3.9"

DATA = zstandard.ZstdCompressor().compress(
    random.Random(1).getrandbits(2400000).to_bytes(300000, "big"))


def step():
    reader = zstandard.ZstdDecompressor().stream_reader(
        io.BytesIO(DATA), read_size=300000)
    reader.read(10)
