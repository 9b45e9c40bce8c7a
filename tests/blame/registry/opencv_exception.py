"""The values set on cv2.error when a function raises it."""
# Source: https://github.com/opencv/opencv/issues/23633, mended in 4.8.0
# wheel (stripped: no names of functions in it)
import cv2
import numpy

CULPRIT = "pyRaiseCVException"
PACKAGE = "opencv-python-headless==4.7.0.72 numpy==1.26.4"
PYTHON = "3.11"
BINARY = "1"

image = numpy.zeros((4, 4, 3), dtype=numpy.float64)


def step():
    try:
        cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    except cv2.error:
        pass
