"""The type of a color that is dropped."""
# Source: https://github.com/nucleic/enaml/pull/612 (f7cc13d9), not in a release yet
# Built, 3.11
import sys

from enaml.colorext import Color

CULPRIT = "Color_dealloc"
PACKAGE = "enaml==0.19.0"
PYTHON = "3.11"


def probe():
    return sys.getrefcount(Color)


def step():
    Color(1, 2, 3)
