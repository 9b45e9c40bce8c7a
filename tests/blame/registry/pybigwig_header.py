"""The bytes of each text that a function is given."""
# Source: https://github.com/deeptools/pyBigWig/commit/eb26aec, mended in 0.3.17
import os
import tempfile

import pyBigWig

CULPRIT = "PyString_AsString"
PACKAGE = "pyBigWig==0.3.16"
PYTHON = "3.9"

path = os.path.join(tempfile.mkdtemp(), "file.bw")
file = pyBigWig.open(path, "w")
file.addHeader([("chromosome1", 1000)])


def step():
    try:
        file.addEntries(["chromosome2"], [0], ends=[10], values=[1.0])
    except RuntimeError:
        pass
