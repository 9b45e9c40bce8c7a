"""The None that perform() returns within perform_rb()."""
# Source: https://github.com/pycurl/pycurl/commit/30cf87c7, mended in 7.47.0
# Built with debug information, 3.11.7
import os
import sys

import pycurl

CULPRIT = "do_curl_perform_rb"
PACKAGE = "pycurl==7.45.7"
PYTHON = "3.11"

CURL = pycurl.Curl()
CURL.setopt(pycurl.URL, "file://" + os.path.abspath(__file__))


def probe():
    return sys.getrefcount(None)


def step():
    CURL.perform_rb()
