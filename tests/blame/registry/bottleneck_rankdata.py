"""The array given to rankdata() when it is not contiguous."""
# Source: https://github.com/pydata/bottleneck/issues/521, mended in the repository (14d6c86), not in a release
# built
import bottleneck
import numpy

CULPRIT = "nonreducer_axis"
PACKAGE = "bottleneck==1.6.0 numpy==2.2.6"
PYTHON = "3.11"


def step():
    bottleneck.rankdata(numpy.zeros((4, 3)).T)
