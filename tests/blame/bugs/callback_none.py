"""A deficit: a ctypes callback that returns None releases it once too often."""
import atexit
import ctypes
import os
import sys

CULPRIT = "_CallPythonObject"
VERDICT = "deficit"
TRACK = "all,static"
ROUNDS = 1500


def leave():
    """Without finalization: it would find None released once too often."""
    sys.stdout.flush()
    os._exit(0)


atexit.register(leave)
function = ctypes.PYFUNCTYPE(ctypes.py_object)(lambda: None)


def step():
    function()


def probe():
    return sys.getrefcount(None)
