"""What a format is searched for."""
# Source: https://github.com/microsoft/picologging/commit/d9ff746,
# mended in 0.9.2
# Wheel, 3.11
import picologging

CULPRIT = "FormatStyle_usesTime"
PACKAGE = "picologging==0.9.1"
BINARY = "yes"
PYTHON = "3.11"


def step():
    picologging.PercentStyle("%(asctime)s %(message)s").usesTime()
