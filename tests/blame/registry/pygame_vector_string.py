"""The string from which a vector is made is kept."""
# Source: https://github.com/pygame/pygame/pull/3590 (1643031d6), mended in 2.2.0
# Wheel, 3.9.18
import os
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
from pygame.math import Vector2

CULPRIT = "_vector_coords_from_string vector2_init"
PACKAGE = "pygame==2.1.2"
PYTHON = "3.9"
BINARY = "1"


def step():
    text = "".join(["<Vector2(", "1.5, 2.5", ")>"])
    Vector2(text)
