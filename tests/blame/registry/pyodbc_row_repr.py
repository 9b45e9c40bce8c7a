"""The values of a row are released too often by repr(row)."""
# Source: https://github.com/mkleehammer/pyodbc/commit/4c385cf, mended in 4.0.39
# Built, 3.11.7
import sys

import pyodbc

CULPRIT = "Row_repr"
PACKAGE = "pyodbc==4.0.38"
PYTHON = "3.11"
VERDICT = "deficit"

base = pyodbc.connect("DRIVER=SQLite3;Database=:memory:")
row = base.execute("select null").fetchone()


def probe():
    return -sys.getrefcount(None)


def step():
    repr(row)
