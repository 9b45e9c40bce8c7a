"""The five numbers of an event that is read."""
# Source: https://github.com/gvalkov/python-evdev/commit/5227b16, mended in 1.9.3
# Built with debug information, 3.11.7
import os
import struct

from evdev import _input

CULPRIT = "device_read"
PACKAGE = "evdev==1.9.2"
PYTHON = "3.11"

READ, WRITE = os.pipe()
EVENT = struct.pack("llHHi", 1700000000, 123456, 1, 2000, 70000)


def step():
    os.write(WRITE, EVENT)
    _input.device_read(READ)
