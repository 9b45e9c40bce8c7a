"""The value of the context's variable, when it has not changed since."""
# Source: https://github.com/joerick/pyinstrument/commit/3a8b819, mended in 5.1.1
# Built, 3.11
import contextvars
import sys

from pyinstrument.low_level.stat_profile import setstatprofile

CULPRIT = "ProfilerState_UpdateContextVar"
PACKAGE = "pyinstrument==5.1.0"
PYTHON = "3.11"

VALUE = object()
VARIABLE = contextvars.ContextVar("one")
VARIABLE.set(VALUE)


def probe():
    return sys.getrefcount(VALUE)


def target(frame, event, arg):
    pass


def called():
    pass


def step():
    setstatprofile(target, 1000, VARIABLE)
    called()
    setstatprofile(None)
