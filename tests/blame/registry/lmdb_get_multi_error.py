"""The list of what was found until a key is of no use."""
# Source: https://github.com/jnwatson/py-lmdb/commit/a76a8fe, mended in 2.0.0
# Built, 3.11
import tempfile

import lmdb

CULPRIT = "cursor_get_multi"
PACKAGE = "lmdb==1.7.5"
PYTHON = "3.11"

FOLDER = tempfile.TemporaryDirectory()
ENVIRONMENT = lmdb.open(FOLDER.name)
TRANSACTION = ENVIRONMENT.begin(write=True)
TRANSACTION.put(b"one", b"1")
CURSOR = TRANSACTION.cursor()


def step():
    try:
        CURSOR.getmulti([b"one", 2])
    except TypeError:
        pass
    else:
        raise AssertionError
