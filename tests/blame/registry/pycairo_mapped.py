"""The surface under a mapped one that is freed and not unmapped."""
# Source: https://github.com/pygobject/pycairo/commit/5d2fe23, mended in 1.17.0
# Built with debug information
import sys

import cairo

CULPRIT = "mapped_image_surface_dealloc"
PACKAGE = "pycairo==1.16.3"
PYTHON = "3.9"

SURFACE = cairo.ImageSurface(cairo.FORMAT_ARGB32, 4, 4)


def probe():
    return sys.getrefcount(SURFACE)


def step():
    SURFACE.map_to_image(None)
