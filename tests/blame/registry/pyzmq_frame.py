"""The type of a frame that is freed (Cython before 3.1.4, the limited API)."""
# Source: https://github.com/cython/cython/pull/7145, mended in 27.2.0
# Wheel, 3.12
import sys

from zmq.backend.cython._zmq import Frame

CULPRIT = "__pyx_tp_dealloc_3zmq_7backend_6cython_4_zmq_Frame"
PACKAGE = "pyzmq==27.0.0"
PYTHON = "3.12"
BINARY = "1"


def probe():
    return sys.getrefcount(Frame)


def step():
    Frame(b"one")
