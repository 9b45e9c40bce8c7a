"""What is read while one stream is compressed into another."""
# Source: https://github.com/indygreg/python-zstandard/commit/1ca301a, mended in 0.8.2
# Built, 3.9
import io

import zstd

CULPRIT = "ZstdCompressor_copy_stream"
PACKAGE = "zstandard==0.8.1"
PYTHON = "3.9"


def step():
    zstd.ZstdCompressor().copy_stream(io.BytesIO(bytes(1000)), io.BytesIO())
