"""The data that is packed into a pair with the number of bytes that were read."""
# Source: https://github.com/python-lz4/python-lz4/commit/77b0e1a, mended in 0.19.2
# Built, 3.9
import lz4.frame

CULPRIT = "__decompress"
PACKAGE = "lz4==0.19.1 deprecation==2.1.0 packaging==23.2"
PYTHON = "3.9"

DATA = lz4.frame.compress(bytes(1000))


def step():
    lz4.frame.decompress(DATA, return_bytes_read=True)
