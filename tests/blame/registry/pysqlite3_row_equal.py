"""What comparing the descriptions of two rows gives, when they differ."""
# Source: https://github.com/coleifer/pysqlite3/commit/7df984f, mended in 0.4.2
# Built, 3.9
import sys

import pysqlite3

CULPRIT = "pysqlite_row_richcompare"
PACKAGE = "pysqlite3==0.4.1"
PYTHON = "3.9"

CONNECTION = pysqlite3.connect(":memory:")
CONNECTION.row_factory = pysqlite3.Row
ONE = CONNECTION.execute("select 1 as a").fetchone()
OTHER = CONNECTION.execute("select 1 as b").fetchone()


def probe():
    return sys.getrefcount(False)


def step():
    assert ONE != OTHER
    assert not ONE == OTHER
