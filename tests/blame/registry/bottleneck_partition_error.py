"""The copy of the array when partition() gets a number that is too large."""
# Source: https://github.com/pydata/bottleneck/commit/7f72dd6, mended in the repository, not in a release
# built
import bottleneck
import numpy

CULPRIT = "partition_float64 partition"
PACKAGE = "bottleneck==1.6.0 numpy==2.2.6"
PYTHON = "3.11"

array = numpy.zeros(4)


def step():
    try:
        bottleneck.partition(array, 10)
    except ValueError:
        pass
