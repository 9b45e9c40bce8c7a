"""The numbers of the events that are read together."""
# Source: https://github.com/gvalkov/python-evdev/commit/5227b16, mended in 1.9.3
# Built with debug information, 3.11.7
import os
import struct

from evdev import _input

CULPRIT = "device_read_many"
PACKAGE = "evdev==1.9.2"
PYTHON = "3.11"

READ, WRITE = os.pipe()
EVENTS = struct.pack("llHHi", 1700000000, 123456, 1, 2000, 70000) * 3


def step():
    os.write(WRITE, EVENTS)
    _input.device_read_many(READ)
