"""A slice of an array, and what is in it (pybind11)."""
# Source: https://github.com/TkTech/pysimdjson/commit/916f1c8, written anew in 4.0.0
# Wheel, 3.9
import sys

import simdjson

CULPRIT = "pybind11::cpp_function::initialize"
PACKAGE = "pysimdjson==3.2.0"
PYTHON = "3.9"
BINARY = "1"

ARRAY = simdjson.Parser().parse(b"[null, null]")


def probe():
    return sys.getrefcount(None)


def step():
    ARRAY[0:2]
