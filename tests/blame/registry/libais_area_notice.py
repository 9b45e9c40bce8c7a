"""The list of the areas in an area notice, and its lists."""
# Source: https://github.com/schwehr/libais/pull/222, mended in the repository (064505f), not in a release
# built (C++)
import ais

CULPRIT = "libais::ais8_1_22_append_pydict"
PACKAGE = "libais==0.17"
PYTHON = "3.11"


def step():
    ais.decode("803Ovrh0EP:024`@02PN04da=3V<>N0000", 4)
