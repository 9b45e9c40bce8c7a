"""The dictionary of an event that load() appends to its list."""
# Source: https://github.com/gaogaotiantian/viztracer/commit/968faa6, mended in 0.16.0 (#315)
# Built, 3.9
from viztracer.snaptrace import Tracer

CULPRIT = "snaptrace_load"
PACKAGE = "viztracer==0.15.6 objprint==0.2.3"
PYTHON = "3.9"

TRACER = Tracer(1000)


def called():
    pass


def step():
    TRACER.start()
    called()
    TRACER.stop()
    TRACER.load()
