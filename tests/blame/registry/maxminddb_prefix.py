"""The record in the pair of it and the length of its prefix."""
# Source: https://github.com/maxmind/MaxMind-DB-Reader-python/commit/a5c9585, mended in 1.5.1
# Built with libmaxminddb-dev, 3.9
import tempfile

from maxminddb import extension

CULPRIT = "Reader_get_with_prefix_len"
PACKAGE = "maxminddb==1.5.0"
PYTHON = "3.9"


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


def step():
    assert READER.get_with_prefix_len("1.2.3.4") == (["one"], 1)
