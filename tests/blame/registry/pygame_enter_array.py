"""The pixels that __enter__() returns are not a reference of its own."""
# Source: https://github.com/pygame/pygame/commit/e3d8aff68, mended in 2.1.3
# Wheel, 3.9
import os
import sys
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import pygame

CULPRIT = "_enter_context"
PACKAGE = "pygame==2.1.2"
PYTHON = "3.9"
BINARY = "1"
VERDICT = "deficit"

PIXELS = pygame.PixelArray(pygame.Surface((10, 10)))
KEPT = [PIXELS] * 10000


def probe():
    return -sys.getrefcount(PIXELS)


def step():
    PIXELS.__enter__()
