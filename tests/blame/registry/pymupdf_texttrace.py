"""The None in what get_texttrace() finds is released too often."""
# Source: https://github.com/pymupdf/PyMuPDF/commit/c5cdaa79, mended in 1.28.2
# Wheel, 3.11
import sys

import pymupdf

CULPRIT = "jm_trace_text_span JM_new_texttrace_device"
PACKAGE = "pymupdf==1.27.2.3"
PYTHON = "3.11"
BINARY = "1"
VERDICT = "deficit"

DOCUMENT = pymupdf.open()
PAGE = DOCUMENT.new_page()
PAGE.insert_text((72, 72), "one")


def probe():
    return -sys.getrefcount(None)


def step():
    PAGE.get_texttrace()
