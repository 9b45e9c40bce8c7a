"""The type of a geometry that is pickled, the arguments to make it again and their bytes."""
# Source: https://github.com/shapely/shapely/commit/02a5b6e1, mended in shapely 2.0
# Wheel, 3.9
import sys

import pygeos

CULPRIT = "GeometryObject_reduce __reduce__"
PACKAGE = "pygeos==0.10.2 numpy==1.21.6"
PYTHON = "3.9"
BINARY = "1"

POINT = pygeos.points(1, 2)


def probe():
    return sys.getrefcount(type(POINT))


def step():
    POINT.__reduce__()
