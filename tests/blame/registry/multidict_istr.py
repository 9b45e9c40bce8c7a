"""The lowered text of a key that is made anew."""
# Source: https://github.com/aio-libs/multidict/pull/1133, mended in 6.4.0
# Built with debug information, 3.11.7
import multidict

CULPRIT = "istr_new_with_state IStr_New"
PACKAGE = "multidict==6.3.2"
PYTHON = "3.11"




def step():
    list(multidict.CIMultiDict([("Content-Length-Or-So", 1)]).keys())
