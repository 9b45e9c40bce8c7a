"""The code of a frame which the tracer looks at."""
# Source: https://github.com/nedbat/coveragepy/issues/1924, mended in 7.6.11
# Built with debug information, 3.11.7
import sys

import coverage

CULPRIT = "CTracer_handle_call CTracer_handle_line CTracer_handle_return"
PACKAGE = "coverage==7.6.10"
PYTHON = "3.11"


def some():
    pass


COVERAGE = coverage.Coverage(data_file=None, config_file=False, include=[__file__])


def probe():
    return sys.getrefcount(some.__code__)


def step():
    COVERAGE.start()
    some()
    COVERAGE.stop()
