"""The sequence that is given to Vector2.distance_to() is kept."""
# Source: https://github.com/pygame/pygame/pull/3532 (f5aca24f3), mended in 2.2.0
# Wheel, 3.9.18
import os
import sys
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
from pygame.math import Vector2

CULPRIT = "vector_distance_to _vector_distance_helper"
PACKAGE = "pygame==2.1.3"
PYTHON = "3.9"
BINARY = "1"

HERE = Vector2(1, 2)
THERE = [4.5, 5.5]


def probe():
    return sys.getrefcount(THERE)


def step():
    HERE.distance_to(THERE)
