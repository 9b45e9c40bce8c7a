"""The name of an attribute of a message, each time that it is read."""
# Source: https://github.com/intrepidcs/python_ics/issues/243
# Wheel, 3.11
import sys

import ics

CULPRIT = "spy_message_object_getattr"
PACKAGE = "python-ics==922.16"
BINARY = "yes"
PYTHON = "3.11"

MESSAGE, NAME = ics.SpyMessage(), "".join(["Status", "Bit", "Field"])


def probe():
    return sys.getrefcount(NAME)


def step():
    getattr(MESSAGE, NAME)
