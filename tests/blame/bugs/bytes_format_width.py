"""The argument of %*b is forgotten when the width is too large."""
import sys

CULPRIT = "_PyBytes_FormatEx"


def step():
    try:
        b"%*b" % (sys.maxsize, b"some bytes %d" % 5)
    except (OverflowError, MemoryError):
        pass
