"""The copy of a color that is given to an operation, and its elements."""
# Source: https://github.com/opencv/opencv/pull/27738, mended in 4.13.0
# wheel (stripped: no names of functions in it)
import cv2
import numpy

CULPRIT = "pyopencv_to"
PACKAGE = "opencv-python-headless==4.11.0.86 numpy==2.2.6"
PYTHON = "3.11"
BINARY = "1"

image = numpy.zeros((4, 4, 3), dtype=numpy.uint8)
color = numpy.array([1.5, 2.5, 3.5])


def step():
    cv2.subtract(image, color)
