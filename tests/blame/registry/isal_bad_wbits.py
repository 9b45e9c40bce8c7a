"""A bad window: the object that was to decompress."""
from isal import isal_zlib

# Source: https://github.com/pycompression/python-isal/commit/b78ef86, mended in 1.5.2
CULPRIT = "isal_zlib_decompressobj_impl"
PACKAGE = "isal==1.5.1"
PYTHON = "3.11"


def step():
    try:
        isal_zlib.decompressobj(wbits=5)
    except ValueError:
        pass
    else:
        raise AssertionError
