"""The None that stands for an unknown value is released, though it is borrowed."""
# Source: https://github.com/commx/python-rrdtool/commit/0c84722, mended in 0.1.12
# Built with librrd-dev, 3.9
import pathlib
import sys
import tempfile

import rrdtool

CULPRIT = "_rrdtool_lastupdate"
PACKAGE = "rrdtool==0.1.11"
PYTHON = "3.9"
VERDICT = "deficit"

FOLDER = tempfile.TemporaryDirectory()
FILE = str(pathlib.Path(FOLDER.name) / "one.rrd")
rrdtool.create(FILE, "--start", "1000000000", "DS:one:GAUGE:600:U:U", "RRA:AVERAGE:0.5:1:10")


def probe():
    return -sys.getrefcount(None)


def step():
    assert rrdtool.lastupdate(FILE)["ds"] == {"one": None}
