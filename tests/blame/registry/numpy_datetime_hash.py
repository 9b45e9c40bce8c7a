"""The descriptor made for the hash of a datetime64 or timedelta64."""
# Source: https://github.com/numpy/numpy/pull/29411, mended in 2.3.3
# wheel
import numpy

CULPRIT = "datetime_arrtype_hash timedelta_arrtype_hash"
PACKAGE = "numpy==2.2.6"
PYTHON = "3.11"
BINARY = "1"

moment = numpy.datetime64("2020-05-17", "D")


def step():
    hash(moment)
