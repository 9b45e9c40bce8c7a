"""None is returned without a reference where it is said which hosts are not to be pipelined."""
# Source: https://github.com/pycurl/pycurl/commit/047e850, mended in 7.46.0
# Wheel, 3.11
import ctypes
import sys

import pycurl

CULPRIT = "do_multi_setopt_charpp"
PACKAGE = "pycurl==7.45.7"
PYTHON = "3.11"
BINARY = "1"
VERDICT = "deficit"

MULTI = pycurl.CurlMulti()
KEPT = [None] * 10000
ctypes.pythonapi.Py_IncRef(ctypes.py_object(KEPT))  # or None is gone before the end


def probe():
    return -sys.getrefcount(None)


def step():
    MULTI.setopt(pycurl.M_PIPELINING_SITE_BL, ["127.0.0.1"])
