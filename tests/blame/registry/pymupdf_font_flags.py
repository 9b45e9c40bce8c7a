"""The flags of a font: None is released once too often."""
import sys

import fitz

# Source: https://github.com/pymupdf/PyMuPDF/issues/2430, mended in 1.22.5
CULPRIT = "Font_flags _wrap_Font_flags"
PACKAGE = "pymupdf==1.22.3"
PYTHON = "3.11"
BINARY = "1"
VERDICT = "deficit"

FONT = fitz.Font("helv")


def probe():
    return sys.getrefcount(None)


def step():
    FONT.flags
