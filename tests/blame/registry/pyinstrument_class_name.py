"""The object whose method runs, after the name of its class was taken."""
# Source: https://github.com/joerick/pyinstrument/commit/3a8b819, mended in 5.1.1
# Built, 3.11
import sys

from pyinstrument.low_level.stat_profile import get_frame_info

CULPRIT = "_get_class_name_of_frame"
PACKAGE = "pyinstrument==5.1.0"
PYTHON = "3.11"


class Called:
    def method(self):
        return get_frame_info(sys._getframe())


ONE = Called()


def probe():
    return sys.getrefcount(ONE)


def step():
    assert "Called" in ONE.method()
