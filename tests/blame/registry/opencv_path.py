"""The text made of a path that is given as a file's name."""
# Source: https://github.com/opencv/opencv/issues/28046, mended in 4.13.0
# wheel (stripped: no names of functions in it)
import pathlib

import cv2

CULPRIT = "pyopencv_to"
PACKAGE = "opencv-python-headless==4.12.0.88 numpy==2.2.6"
PYTHON = "3.11"
BINARY = "1"

class Path:
    def __fspath__(self):
        return "/nonexistent/%s.png" % id(self)

path = Path()


def step():
    cv2.haveImageReader(path)
