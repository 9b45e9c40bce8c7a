"""The name and the array of each item of a store."""
# Source: https://github.com/tskit-dev/kastore/commit/3a665d2, mended in 0.3.0
# Built, 3.9
import tempfile

import _kastore
import numpy

CULPRIT = "build_dictionary"
PACKAGE = "kastore==0.2.2 numpy==1.21.6"
PYTHON = "3.9"

FILE = tempfile.NamedTemporaryFile()
_kastore.dump({"one": numpy.arange(3)}, FILE.name)


def step():
    assert _kastore.load(FILE.name)
