"""The arrays that cdist() makes of its arguments."""
# Source: https://github.com/scipy/scipy/pull/14384, mended in 1.7.1
import numpy
from scipy.spatial import _distance_pybind

CULPRIT = "npy_asarray"
PACKAGE = "scipy==1.7.0 numpy==1.21.6"
PYTHON = "3.9"
BINARY = "1"


def step():
    _distance_pybind.cdist_euclidean([[0.0, 1.0]], [[2.0, 3.0]])
