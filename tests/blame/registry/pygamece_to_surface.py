"""The surface that a renderer is copied to: Cython takes what is new for borrowed."""
# Source: https://github.com/pygame-community/pygame-ce/commit/e0affc047, mended in 2.4.1
# Wheel, 3.11
import os
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_VIDEODRIVER"] = "dummy"
import pygame
from pygame._sdl2 import video

CULPRIT = "__pyx_pf_6pygame_5_sdl2_5video_8Renderer_32to_surface"
PACKAGE = "pygame-ce==2.4.0"
PYTHON = "3.11"
BINARY = "1"

pygame.display.init()
WINDOW = video.Window(size=(10, 10))
RENDERER = video.Renderer(WINDOW, accelerated=0)


def step():
    RENDERER.to_surface()
