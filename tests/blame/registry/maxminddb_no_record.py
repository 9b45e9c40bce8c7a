"""The None that is returned for an address that has no record is released too often."""
# Source: https://github.com/maxmind/MaxMind-DB-Reader-python/commit/a5c9585, mended in 1.5.1
# Built with libmaxminddb-dev, 3.9
import sys
import tempfile

from maxminddb import extension

CULPRIT = "get_record"
PACKAGE = "maxminddb==1.5.0"
PYTHON = "3.9"
VERDICT = "deficit"


def string(text):
    return bytes([2 << 5 | len(text)]) + text.encode()


# One node: addresses that begin with a 0 have a record, a list of one word.
FILE = tempfile.NamedTemporaryFile()
FILE.write(bytes([0, 0, 17, 0, 0, 1]) + bytes(16) + bytes([1, 4]) + string("one")
           + b"\xab\xcd\xefMaxMind.com" + bytes([7 << 5 | 9])
           + string("node_count") + bytes([6 << 5 | 1, 1])
           + string("record_size") + bytes([5 << 5 | 1, 24])
           + string("ip_version") + bytes([5 << 5 | 1, 4])
           + string("database_type") + string("Test")
           + string("languages") + bytes([0, 4])
           + string("binary_format_major_version") + bytes([5 << 5 | 1, 2])
           + string("binary_format_minor_version") + bytes([5 << 5])
           + string("build_epoch") + bytes([1, 2, 1])
           + string("description") + bytes([7 << 5]))
FILE.flush()
READER = extension.Reader(FILE.name)


KEPT = [None] * 100000


def probe():
    return -sys.getrefcount(None)


def step():
    assert READER.get("201.2.3.4") is None
