"""Not a gzip file: the bytes that are shown in the message."""
import gzip
import io

from isal import igzip

# Source: https://github.com/pycompression/python-isal/commit/47da5db, mended in 1.5.2
CULPRIT = "GzipReader_read_into_buffer"
PACKAGE = "isal==1.5.1"
PYTHON = "3.11"

DATA = b"no gzip file at all, but long enough"


def step():
    try:
        igzip._IGzipReader(io.BytesIO(DATA), 65536).read(100)
    except gzip.BadGzipFile:
        pass
    else:
        raise AssertionError
