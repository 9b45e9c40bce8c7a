"""The surface whose data a memoryview shows."""
# Source: https://github.com/pygobject/pycairo/issues/41, mended in 1.13.3
# Built with debug information
import cairo

CULPRIT = "image_surface_get_data"
PACKAGE = "pycairo==1.13.2"
PYTHON = "3.9"


def step():
    cairo.ImageSurface(cairo.FORMAT_ARGB32, 4, 4).get_data()
