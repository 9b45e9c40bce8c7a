"""The list of names that get_blocknames() returns is that of the file, not a reference of its own."""
# Source: https://github.com/4dn-dcic/pairix/commit/53a350c, mended in 0.3.3
# Built, 3.9
import pathlib
import struct
import sys
import tempfile
import zlib

import pypairix

CULPRIT = "pairix_get_blocknames"
PACKAGE = "pypairix==0.3.2"
PYTHON = "3.9"
VERDICT = "deficit"


def block(data):
    """As bgzip has it."""
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(data) + packer.flush()
    return (b"\x1f\x8b\x08\x04" + bytes(5) + b"\xff\x06\0BC\x02\0"
            + struct.pack("<H", len(packed) + 25) + packed
            + struct.pack("<II", zlib.crc32(data), len(data)))


FOLDER = tempfile.TemporaryDirectory()
FILE = pathlib.Path(FOLDER.name) / "one.pairs.gz"
FILE.write_bytes(block(b"## pairs format v1.0\n#columns: readID chr1 pos1 chr2 pos2\n"
                       b"one\tchr1\t1\tchr2\t2\n") + block(b""))
pypairix.build_index(str(FILE))
PAIRS = pypairix.open(str(FILE))
NAMES = PAIRS.get_blocknames()
KEPT = [NAMES] * 10000


def probe():
    return -sys.getrefcount(NAMES)


def step():
    PAIRS.get_blocknames()
