"""The numbers in the dictionary of a record."""
# Source: https://github.com/microsoft/picologging/commit/363af5b,
# mended in 0.9.3
# Wheel, 3.11
import picologging

CULPRIT = "LogRecord_getDict"
PACKAGE = "picologging==0.9.2"
BINARY = "yes"
PYTHON = "3.11"


def step():
    picologging.LogRecord("name", 10, "path", 1000, "text", (), None).__dict__
