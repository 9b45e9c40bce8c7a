"""The None that each field has before its value is put in."""
# Source: https://github.com/intellimath/recordclass/commit/ba07805, mended in 0.18.2
# Built, 3.11
import sys

from recordclass import dataobject

CULPRIT = "dataobject_init_vc"
PACKAGE = "recordclass==0.18.1.1"
PYTHON = "3.11"


class Point(dataobject):
    x: int
    y: int


def probe():
    return sys.getrefcount(None)


def step():
    Point(1, 2)
