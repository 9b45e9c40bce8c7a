"""A deficit: property_copy releases None once too often. None lies in static
data, and is watched when the setting says so; that it falls is seen from round
to round."""
import atexit
import os
import sys

CULPRIT = "property_copy"
VERDICT = "deficit"
TRACK = "all,static"
ROUNDS = 1500


def leave():
    """Without finalization: it would find None released once too often."""
    sys.stdout.flush()
    os._exit(0)


atexit.register(leave)
plain = property(lambda self: 1)


def step():
    plain.getter(None)


def probe():
    return sys.getrefcount(None)
