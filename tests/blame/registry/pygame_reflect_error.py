"""The vector that would be returned is kept when reflect() fails."""
# Source: https://github.com/pygame/pygame/pull/3590 (1643031d6), mended in 2.2.0
# Wheel, 3.9.18
import os
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
from pygame.math import Vector2

CULPRIT = "vector_reflect"
PACKAGE = "pygame==2.1.2"
PYTHON = "3.9"
BINARY = "1"

LINE = Vector2(1, 2)


def step():
    try:
        LINE.reflect((0, 0))
    except ValueError:
        pass
    else:
        raise AssertionError
