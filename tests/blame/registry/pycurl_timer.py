"""The timer callback in whose place another is set."""
# Source: https://github.com/pycurl/pycurl/commit/b39a4046, mended in 7.46.0
# Built with debug information, 3.11.7
import pycurl

CULPRIT = "do_multi_setopt_callable"
PACKAGE = "pycurl==7.45.7"
PYTHON = "3.11"

MULTI = pycurl.CurlMulti()


def step():
    MULTI.setopt(pycurl.M_TIMERFUNCTION, lambda milliseconds: None)
