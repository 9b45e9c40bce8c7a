"""The bytes that are to hold what is decoded, where that cannot be."""
# Source: https://github.com/mayeut/pybase64/commit/6a344a2, mended in 0.2.0
# Built, 3.9
import binascii

import pybase64

CULPRIT = "pybase64_decode"
PACKAGE = "pybase64==0.1.2 six==1.16.0"
PYTHON = "3.9"


def step():
    try:
        pybase64.b64decode(b"@@@@", validate=True)
    except binascii.Error:
        pass
