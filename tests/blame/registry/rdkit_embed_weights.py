"""Each weight and its parts are kept by EmbedBoundsMatrix()."""
# Source: https://github.com/rdkit/rdkit/pull/8143 (847b0d19e), mended in 2025.3.1 (2024.9.6 no longer leaks)
# Wheel, 3.11.7
import numpy
from rdkit import DistanceGeometry

CULPRIT = "RDKit::embedBoundsMatrix"
PACKAGE = "rdkit==2024.9.2 numpy==1.26.4"
PYTHON = "3.11"
BINARY = "1"

BOUNDS = numpy.array([[0, 1.5, 2.5], [1.4, 0, 1.5], [2.0, 1.4, 0]])


def step():
    weights = [(int("0"), int("1"), float("1.5")), (int("1"), int("2"), float("0.5"))]
    DistanceGeometry.EmbedBoundsMatrix(BOUNDS, weights=weights, randomSeed=7)
