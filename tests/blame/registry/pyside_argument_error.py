"""The class of an error that a wrong argument raised, when its text is replaced."""
# Source: https://code.qt.io/pyside/pyside-setup.git 559935482, mended in 6.4.3
# Wheel, 3.11
import sys

from PySide6.QtCore import QObject

CULPRIT = "SetError_Argument"
PACKAGE = "PySide6_Essentials==6.4.2 shiboken6==6.4.2"
PYTHON = "3.11"
BINARY = "1"


def probe():
    return sys.getrefcount(AttributeError)


def step():
    try:
        QObject(one=3)
    except AttributeError:
        pass
    else:
        raise AssertionError
