"""The value that update() puts into a field."""
# Source: https://github.com/intellimath/recordclass/commit/d8842ed, mended in 0.18.3
# Built, 3.11
from recordclass import dataobject, update

CULPRIT = "_dataobject_update"
PACKAGE = "recordclass==0.18.1.1"
PYTHON = "3.11"


class Point(dataobject):
    x: int
    y: list


POINT = Point(1, [2])


def step():
    update(POINT, y=[3])
