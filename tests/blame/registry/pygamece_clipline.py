"""The normalized copy of a rectangle is kept by clipline(): its inside is released instead."""
# Source: https://github.com/pygame-community/pygame-ce/commit/94370b627, mended in 2.5.6
# Wheel, 3.11.7
import os
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
from pygame import Rect

CULPRIT = "pg_rect_clipline RectExport_clipline"
PACKAGE = "pygame-ce==2.5.5"
PYTHON = "3.11"
BINARY = "1"

BACKWARDS = Rect(1000, 1000, -50, -50)


def step():
    BACKWARDS.clipline(960, 940, 980, 1010)
