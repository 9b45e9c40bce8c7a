"""The filters of a handler."""
# Source: https://github.com/microsoft/picologging/commit/8013abe,
# mended in 0.9.0
# Wheel, 3.10
import picologging

CULPRIT = "Filterer_new"
PACKAGE = "picologging==0.8.1"
BINARY = "yes"
PYTHON = "3.10"


def step():
    picologging.Filterer()
