"""The numbers in the dict that Image.core.get_stats() returns."""
# Source: https://github.com/python-pillow/Pillow/pull/7003, mended in 9.5.0
# built
import sys

from PIL import Image

CULPRIT = "_get_stats"
PACKAGE = "pillow==9.4.0"
PYTHON = "3.11"


def probe():
    return sys.getrefcount(0)


def step():
    Image.core.get_stats()
