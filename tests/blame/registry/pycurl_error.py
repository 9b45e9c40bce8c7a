"""The text of an error that is raised."""
# Source: https://github.com/pycurl/pycurl/commit/30cf87c7, mended in 7.47.0
# Built with debug information, 3.11.7
import pycurl

CULPRIT = "create_error_object"
PACKAGE = "pycurl==7.45.7"
PYTHON = "3.11"

CURL = pycurl.Curl()
CURL.setopt(pycurl.URL, "unknown://nowhere/")


def step():
    try:
        CURL.perform()
    except pycurl.error:
        pass
