"""The text of the parameters of an array, each time they are asked for (pybind11)."""
# Source: https://github.com/scikit-hep/awkward/commit/98541b6c7, mended in 1.10.3
# Wheel, 3.9
import awkward

CULPRIT = "parameters2dict"
PACKAGE = "awkward==1.10.2 numpy==1.21.6 packaging==23.2"
PYTHON = "3.9"
BINARY = "1"

LAYOUT = awkward.Array(["one"]).layout


def step():
    LAYOUT.parameters
