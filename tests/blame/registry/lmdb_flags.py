"""The True and the False in the flags of an environment."""
# Source: https://github.com/jnwatson/py-lmdb/commit/f03c308, mended in 2.0.0
# Built, 3.11
import sys
import tempfile

import lmdb

CULPRIT = "env_flags"
PACKAGE = "lmdb==1.7.5"
PYTHON = "3.11"

FOLDER = tempfile.TemporaryDirectory()
ENVIRONMENT = lmdb.open(FOLDER.name)


def probe():
    return sys.getrefcount(True)


def step():
    ENVIRONMENT.flags()
