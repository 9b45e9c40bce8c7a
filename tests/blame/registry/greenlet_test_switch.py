"""What a greenlet returns to the C function that switched to it."""
# Source: https://github.com/python-greenlet/greenlet/commit/3a26024, mended in 3.4.0
# Built, 3.11
import greenlet
from greenlet.tests import _test_extension

CULPRIT = "test_switch"
PACKAGE = "greenlet==3.3.2 psutil==7.2.2 objgraph==3.6.2"
PYTHON = "3.11"


def step():
    _test_extension.test_switch(greenlet.greenlet(object))
