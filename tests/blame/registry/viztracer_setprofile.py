"""threading.setprofile, looked up when a tracer is made and when it is dropped."""
# Source: https://github.com/gaogaotiantian/viztracer/commit/a8c3fe5, mended in 0.14.1 (#164)
# Built, 3.9
import sys
import threading

from viztracer.snaptrace import Tracer

CULPRIT = "Tracer_New Tracer_dealloc"
PACKAGE = "viztracer==0.14.0 objprint==0.2.3"
PYTHON = "3.9"


def probe():
    return sys.getrefcount(threading.setprofile)


def step():
    Tracer(10)
