"""The style of a formatter, and a line break that it keeps."""
# Source: https://github.com/microsoft/picologging/commit/4ab12d1,
# mended in 0.9.0
# Wheel, 3.10
import picologging

CULPRIT = "Formatter_init Formatter_dealloc"
PACKAGE = "picologging==0.8.1"
BINARY = "yes"
PYTHON = "3.10"


def step():
    picologging.Formatter("%(message)s")
