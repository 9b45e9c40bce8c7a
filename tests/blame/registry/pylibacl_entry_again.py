"""Entry.__init__() that is called again keeps the list to which the entry belongs once more."""
# Source: https://github.com/iustin/pylibacl/commit/27e8980, mended in 0.6.0
# Built, 3.9.18
import sys

import posix1e

CULPRIT = "Entry_init"
PACKAGE = "pylibacl==0.5.4"
PYTHON = "3.9"

LIST = posix1e.ACL(text="u::rw,g::r,o::r")


def probe():
    return sys.getrefcount(LIST)


def step():
    entry = posix1e.Entry(LIST)
    entry.__init__(LIST)
    LIST.delete_entry(entry)
    del entry
