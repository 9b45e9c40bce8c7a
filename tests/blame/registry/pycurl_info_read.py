"""The text of the error of a transfer, and the text with its number."""
# Source: https://github.com/pycurl/pycurl/commit/30cf87c7, mended in 7.47.0
# Built with debug information, 3.11.7
import pycurl

CULPRIT = "do_multi_info_read"
PACKAGE = "pycurl==7.45.7"
PYTHON = "3.11"

MULTI = pycurl.CurlMulti()
CURL = pycurl.Curl()
CURL.setopt(pycurl.URL, "unknown://nowhere/")


def step():
    MULTI.add_handle(CURL)
    while MULTI.perform()[1]:
        pass
    MULTI.info_read()
    MULTI.remove_handle(CURL)
