"""The code of a function at each line of it that is profiled (Cython)."""
# Source: https://github.com/pyutils/line_profiler/commit/608a663, mended in 5.0.1
# Built, 3.11
import sys

from line_profiler import LineProfiler

CULPRIT = "legacy_trace_callback"
PACKAGE = "line-profiler==5.0.0"
PYTHON = "3.11"


def function():
    return None


PROFILER = LineProfiler(function)
CODE = function.__code__


def probe():
    return sys.getrefcount(CODE)


def step():
    with PROFILER:
        function()
