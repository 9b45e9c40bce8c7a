"""The number of the state with which an error is raised."""
# Source: https://github.com/pygobject/pycairo/commit/9274b90, mended in 1.17.0
# Built with debug information
import cairo

CULPRIT = "set_error"
PACKAGE = "pycairo==1.16.3"
PYTHON = "3.9"

SURFACE = cairo.ImageSurface(cairo.FORMAT_ARGB32, 4, 4)


def step():
    try:
        cairo.Context(SURFACE).restore()
    except cairo.Error:
        pass
